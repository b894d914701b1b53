import { rmSync } from "node:fs"
import { almanac } from "../Almanac.ts"
import { Broken, hold } from "../Broken.ts"
import { chat } from "../Chat.ts"
import { dice } from "../Dice.ts"
import type { Answer, Call } from "../Exchange.ts"
import { observer } from "../Observer.ts"
import type { Settings } from "../Rules.ts"
import { type Faults, noFaults, server } from "../server/Server.ts"
import { get, withToken } from "../steps/Requests.ts"
import { taskQueue } from "../TaskQueue.ts"
import { virtualClock } from "../VirtualClock.ts"
import { configText, type Place } from "../World.ts"
import { deliveries } from "./Deliveries.ts"
import { journal } from "./Journal.ts"
import { type Life, sufferedSince } from "./Life.ts"
import { open } from "./Process.ts"

export interface FleetOptions {
  readonly place: Place
  readonly seed: number
  readonly replicas: number
  readonly file: string
  readonly settings: Settings
  readonly trace: ((line: string) => void) | undefined
}

/** Notifications are a hint that may be lost at any time. */
const calm: Faults = { ...noFaults, silent: 0.3 }

const second = 1_000
const minute = 60 * second
/** A change is seen within a second; the poll's own statements take some milliseconds more. */
const seenWithin = second + 300
/** Takeover within 5 s, one poll of the outbox, and the wait of a process that begins to send. */
const takenOverWithin = 7 * second
/** After a fault, connections are opened again with pauses of up to 5 s, and what waits is tried again within a minute. */
const recovery = 8 * second
const aftermath = 75 * second

const compared = [
  "/api/metrics",
  "/api/series7?days=30",
  "/api/revenue?days=400",
  "/api/export",
  "/api/audit?days=30",
  "/api/admin/audit/verify"
]
/** What the server says of a record whose id is taken. */
const collision = /constraint failed|append-only/

/** What depends on the second, or on the replica's own clock. */
const momentary = /"(server_now|now|next_run|generated_at)":"[^"]*"/g

/** Several replicas of the service on one modelled server, and the checks of what they do together. */
export const fleet = ({ file, place, replicas, seed, settings, trace }: FleetOptions) => {
  const remove = () => ["", "-wal", "-shm"].forEach((end) => rmSync(`${file}${end}`, { force: true }))
  remove()
  const clock = virtualClock(Date.parse(place.start))
  const calendar = almanac(place.zone)
  const chance = dice(seed, 0xf1ee7)
  const tasks = taskQueue(dice(seed, 0x5e7))
  const database = server({ file, clock, dice: dice(seed, 0x5e8), task: (work) => tasks.scheduler.scheduleTask(work, 0) })
  const eye = observer(file)
  const outbox = deliveries(clock, eye, settings.shop)
  const book = journal(clock, calendar, eye, settings, outbox.mayHaveArrived)
  const lives: Array<Life | undefined> = Array.from({ length: replicas })
  /** When each life began (real time). */
  const births: Array<number> = []
  let fault: unknown
  /** When the last fault of any kind ended; Infinity during one. */
  let troubledAt = 0
  let networkFaults = calm
  let stalledSince: number | undefined
  let dueReads = 0
  /** What happens in the middle of the work, after so many rounds of it. */
  let ambush: { left: number; readonly fall: () => void } | undefined
  let reloads: Array<number> = []

  const note = (text: () => string) =>
    trace?.(`${calendar.stamp(clock.wall())} ${String(clock.real() % second).padStart(3, "0")} ${text()}`)
  const guarded = (work: () => void) => {
    try {
      work()
    } catch (error) {
      fault ??= error
    }
  }
  const bot = chat({ clock, dice: dice(seed, 0xb07), secret: () => settings.secret, guarded })

  const isTroubled = (life: Life) => life.troubledSince !== undefined
  const alive = (): ReadonlyArray<Life> => lives.filter((life) => life !== undefined)
  const isCalm = () => database.isUp() && networkFaults === calm && !alive().some(isTroubled) && alive().length === replicas
  /** Since when there was no fault (real time); undefined during one. */
  const calmSince = () => isCalm() ? troubledAt : undefined
  const mark = (life: Life) => {
    life.troubledAt = clock.real()
    troubledAt = clock.real()
  }

  const absorb = () => {
    const found = book.absorb()
    if (found === undefined) return
    outbox.absorb(found.messages)
    if (found.audits.some(({ date }) => date < book.today()) && dueReads < 3) {
      dueReads += 1
      clock.after(seenWithin, () => {
        dueReads -= 1
        guarded(readAll)
      })
    }
  }

  /** Runs tasks of the server and of the replicas, in random order, until all of them wait. */
  const settle = () => {
    for (;;) {
      const ready = [tasks, ...alive().filter(({ process }) => !process.isPaused()).map(({ process }) => process.queue)]
        .filter((queue) => queue.waiting() > 0)
      const queue = ready[ready.length === 1 ? 0 : chance.between(0, ready.length - 1)]
      if (queue === undefined) break
      queue.drain(chance.between(1, 6))
      if (ambush !== undefined && (ambush.left -= 1) <= 0) {
        const { fall } = ambush
        ambush = undefined
        fall()
      }
      if (queue === tasks) guarded(absorb)
      if (fault !== undefined) throw fault
    }
    for (const life of alive()) if (life.process.startFailure() !== undefined) restartFailed(life)
  }

  const restartFailed = (life: Life) => {
    hold(sufferedSince(life, clock.real() - aftermath) && !isCalmFor(recovery), "a replica starts", () => life.process.startFailure() ?? "")
    note(() => `replica ${life.member + 1} could not start`)
    end(life, false)
    clock.after(second, () => launch(life.member))
  }

  const isCalmFor = (millis: number) => clock.real() - (calmSince() ?? Infinity) >= millis

  const launch = (member: number) => {
    if (lives[member] !== undefined) return
    const number = births.push(clock.real())
    note(() => `replica ${member + 1} starts`)
    const process = open({
      time: clock,
      skew: dice(seed, member, 5).between(-150, 150),
      server: database,
      zone: place.zone,
      configText: () => configText(settings),
      importText: undefined,
      httpClient: bot.clientOf({
        wall: () => clock.wall() + dice(seed, member, 5).between(-150, 150),
        onRequest: (request) => {
          note(() =>
            `replica ${member + 1} to the bot: ${request.format} ${[...request.facts].join(" ")}: ${JSON.stringify(request.reply)}`
          )
          absorb()
          outbox.onRequest(life, request)
          book.note(`${clock.real()} ${member} ${request.format} ${request.reply.meaning}`)
        }
      }),
      onError: (line) => {
        note(() => `replica ${member + 1} logs ${line}`)
        if (collision.test(line)) fault ??= new Broken("no two writes collide", line)
        if (isCalmFor(aftermath)) fault ??= new Broken("the service logs no unexpected error", line)
      },
      seeds: [seed, number]
    })
    const life: Life = { number, member, process, troubledSince: undefined, troubledAt: clock.real(), ended: false }
    lives[member] = life
    troubledAt = clock.real()
  }

  const end = (life: Life, host: boolean) => {
    mark(life)
    life.ended = true
    life.process.kill(host)
    lives[life.member] = undefined
  }

  const begin = (life: Life) => {
    life.troubledSince = clock.real()
    mark(life)
  }

  /** Ends a fault of a life that may have ended before. */
  const heal = (life: Life, how: () => void) => {
    if (life.ended) return
    how()
    life.troubledSince = undefined
    mark(life)
  }

  const everyone = (how: (life: Life) => void) => {
    troubledAt = clock.real()
    for (const life of alive()) how(life)
  }

  /** A replica that is well, and has been for a while. */
  const isWell = (life: Life) =>
    life.process.isServing() && database.isUp() && networkFaults === calm && !sufferedSince(life, clock.real() - recovery)

  const put = (life: Life, call: Call, done: (answer: Answer) => void) => {
    note(() => `replica ${life.member + 1}: ${call.method} ${call.url} ${call.body ?? ""}`)
    life.process.put(call, (answer) => {
      note(() => `replica ${life.member + 1} answers ${answer.status} ${answer.text.slice(0, 120)}`)
      guarded(absorb)
      guarded(() => done(answer))
    })
  }

  const readAll = () => {
    for (const life of alive().filter(isWell)) {
      put(life, get("/api/revenue?days=60"), ({ status, text }) => {
        hold(status === 200, "a read is answered", () => `${status} ${text}`)
        book.judgeShown(JSON.parse(text) as Array<{ date: string; amount: number }>, seenWithin)
      })
    }
  }

  const isSettled = () => {
    const date = book.today()
    return clock.wall() >= book.cutoffOf(date) && (book.settledAt(date) !== undefined || book.isClosed(date) || book.days.has(date))
  }

  /** How often the daily job may announce today: at its cutoff, at minute 0 and 1 of each hour, after a start or a reload. */
  const runsSinceCutoff = (): number => {
    const cutoff = book.cutoffOf(book.today())
    const minutes = Array.from({ length: Math.max(0, Math.floor((clock.wall() - cutoff) / minute) + 2) },
      (_, index) => calendar.localMinute(cutoff + index * minute) % 60)
    const cutoffAt = clock.real() - (clock.wall() - cutoff)
    // A replica may follow a reload, or end its start, only after the cutoff.
    const isRecent = (at: number) => at >= cutoffAt - 10 * second
    return 1 + minutes.filter((found) => found <= 1).length + births.filter(isRecent).length + reloads.filter(isRecent).length
  }

  const judge = () => {
    hold(book.announced(book.today()) <= runsSinceCutoff(), "each due run has its effect once, not once a replica",
      () => `${book.today()} is announced ${book.announced(book.today())} times, expected at most ${runsSinceCutoff()}`)
    const now = clock.real()
    const stalled = alive().some(isWell) && outbox.isStalled()
    stalledSince = stalled ? stalledSince ?? now : undefined
    hold(stalledSince === undefined || now - stalledSince <= takenOverWithin, "another replica takes over the sending within 5 s",
      () => `nothing is sent for ${now - (stalledSince ?? now)} ms`)
    const date = book.today()
    const late = clock.wall() - book.cutoffOf(date)
    hold(isSettled() || late <= second || !isCalmFor(late + recovery), "a day is settled within 1 s of its cutoff",
      () => `${date}, ${late} ms late`)
    hold(isSettled() || late <= 0 || !isCalmFor(aftermath), "a day whose cutoff is past is settled", () => `${date}, ${late} ms late`)
  }

  const live = (duration: number) => {
    settle()
    const until = clock.real() + duration
    while (clock.wakeNext(until)) {
      settle()
      judge()
    }
  }

  /** What each replica answers, by the address. */
  const answersTo = (urls: ReadonlyArray<string>) => {
    const answers = new Map(urls.map((url) => [url, new Array<string>()]))
    for (const url of urls) for (const life of alive()) put(life, get(url), ({ text }) => answers.get(url)?.push(text))
    live(second)
    return answers
  }

  database.setFaults(calm)
  for (let member = 0; member < replicas; member += 1) launch(member)
  live(3 * second)

  return {
    clock,
    book,
    outbox,
    put,
    live,
    isCalmFor,
    isSettled,
    isSettledDown: () => isCalmFor(aftermath),
    serving: () => alive().filter(({ process }) => process.isServing()),
    pick: (count: number) => chance.between(0, count - 1),
    some: () => lives[chance.between(0, replicas - 1)],
    /** Time passes on every machine, and nothing runs. */
    sleep: (duration: number) => {
      note(() => `asleep for ${duration} ms`)
      clock.suspend(duration)
      everyone(mark)
    },
    launch,
    /** Lets `fall` happen in the middle of what follows. */
    lieInWait: (rounds: number, fall: () => void) => {
      ambush = { left: rounds, fall }
    },
    /** Every replica reads its settings again, whichever takes the request. */
    reload: (life: Life) => {
      reloads = [...reloads.slice(-20), clock.real()]
      put(life, { method: "POST", url: "/api/admin/reload_cutoff", headers: withToken },
        ({ status, text }) => hold(status === 200 || !isCalmFor(aftermath), "a valid file is accepted", () => `${status} ${text}`))
    },
    kill: (life: Life, host: boolean) => {
      note(() => `replica ${life.member + 1} is killed`)
      end(life, host)
    },
    stop: (life: Life) => {
      note(() => `replica ${life.member + 1} stops`)
      begin(life)
      life.process.stop()
      const until = clock.real() + 30 * second
      const look = () => {
        if (life.ended) return
        if (life.process.hasStopped()) return end(life, false)
        guarded(() => hold(clock.real() < until, "a stop ends within 30 s", () => `replica ${life.member + 1}`))
        clock.after(100, look)
      }
      look()
    },
    pause: (life: Life, duration: number) => {
      note(() => `replica ${life.member + 1} is paused for ${duration} ms`)
      begin(life)
      life.process.pause()
      clock.after(duration, () =>
        heal(life, () => {
          note(() => `replica ${life.member + 1} wakes`)
          life.process.wake()
        }))
    },
    cut: (life: Life, all: boolean) => {
      note(() => `replica ${life.member + 1} loses ${all ? "all connections" : "a connection"}`)
      mark(life)
      life.process.network.cut(all)
    },
    cutOff: (life: Life, duration: number) => {
      note(() => `replica ${life.member + 1} is cut off for ${duration} ms`)
      begin(life)
      life.process.network.cutOff()
      clock.after(duration, () =>
        heal(life, () => {
          note(() => `replica ${life.member + 1} is connected again`)
          life.process.network.reconnect()
        }))
    },
    crash: (duration: number) => {
      if (!database.isUp()) return
      note(() => `the server is down for ${duration} ms`)
      everyone(mark)
      database.crash()
      clock.after(duration, () => {
        note(() => "the server is up")
        database.recover()
        everyone(mark)
      })
    },
    disturb: (faults: Pick<Faults, "cut" | "slow">, duration: number) => {
      note(() => `the network is disturbed for ${duration} ms: ${JSON.stringify(faults)}`)
      everyone(mark)
      networkFaults = { ...calm, ...faults }
      database.setFaults(networkFaults)
      clock.after(duration, () => {
        networkFaults = calm
        database.setFaults(calm)
        everyone(mark)
      })
    },
    /** All replicas show the same, which is what is stored. */
    compare: () => {
      for (const [url, answers] of answersTo(compared)) {
        const [first = "", ...others] = answers.map((text) => text.replaceAll(momentary, ""))
        hold(others.length === replicas - 1, "every replica answers", () => `${answers.length} of ${replicas} to ${url}`)
        for (const other of others) {
          const at = [...other].findIndex((letter, index) => letter !== first[index])
          const part = (text: string) => text.slice(Math.max(0, at - 60), at + 60)
          hold(other === first, "all replicas answer alike", () => `${url}: ${part(other)}, and ${part(first)}`)
        }
      }
      book.checkStored()
      outbox.checkStates()
    },
    deliverAll: bot.deliverAll,
    stamp: () => calendar.stamp(clock.wall()),
    trace: note,
    close: () => {
      for (const life of alive()) life.process.kill(false)
      database.close()
      eye.close()
      remove()
    }
  }
}

export type Fleet = ReturnType<typeof fleet>
