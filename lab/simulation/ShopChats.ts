import { dice } from "./Dice.ts"
import { mainBot, topics } from "./model/Lines.ts"
import type { ChatSetting, Settings } from "./Rules.ts"

const everything: ReadonlyArray<string> = topics
const changes: ReadonlyArray<string> = ["entered", "corrected", "import"]
const rest: ReadonlyArray<string> = topics.filter((topic) => !changes.includes(topic))

/** The chats of a seed's shop; half of the shops have one chat. Every topic of the settlement has a chat. */
export const shopChats = (seed: number, secret: string): Pick<Settings, "about" | "chats"> => {
  const chance = dice(seed, 18)
  const office: ChatSetting = {
    name: "office",
    bot: chance.pick(["feishu-office", "slack-office"]),
    secret: "",
    about: chance.pick([everything, rest, ["daily", "reminder"], ["corrected"]])
  }
  const owner: ChatSetting = {
    name: "老板",
    bot: "slack-owner",
    secret: "",
    about: chance.pick([everything, ["daily"], ["daily", "corrected"]])
  }
  return chance.weighted<Pick<Settings, "about" | "chats">>([
    [5, { about: [], chats: [] }],
    [3, { about: [], chats: [office] }],
    // Two chats that share one bot and have different topics.
    [1, { about: changes, chats: [{ ...office, bot: mainBot, secret, about: rest }] }],
    [3, { about: chance.pick([[], rest]), chats: [{ ...office, about: everything }, owner] }]
  ])
}
