import { amountWords } from "./Amount.ts"
import { changeWords } from "./Changes.ts"
import { cutoffWords } from "./Cutoff.ts"
import { openUntilWords } from "./OpenUntil.ts"
import { toldWords } from "./Told.ts"
import type { Words } from "./Words.ts"

/** The sentences of the page on which the day's amount is entered by phone. */
export const enterWords = {
  ...changeWords,
  ...cutoffWords,
  ...openUntilWords,
  ...amountWords,
  ...toldWords,
  "manager.more": { zh: "更多", en: "More" },
  "manager.other_day": { zh: "换一天", en: "Another day" },
  "manager.actor": { zh: "你的名字，写进修改记录", en: "Your name, for the change log" },
  "manager.reason": { zh: "为什么改、为什么撤回", en: "Why it is changed or withdrawn" },
  "manager.changes": { zh: "这一天的修改记录", en: "Changes of this day" },
  "withdraw.button": { zh: "撤回这一天的数", en: "Withdraw this figure" },
  "withdraw.title": { zh: "撤回 {amount}？", en: "Withdraw {amount}?" },
  "withdraw.text": {
    zh: "{stands}。撤回后这一天没有数，修改记录里两笔都在{told}",
    en: "{stands}. The day is then without a figure; the change log keeps both{told}"
  },
  "withdraw.why": { zh: "请写明原因，例如：录错了日期。", en: "Please say why, for example: entered for the wrong day." },
  "withdraw.no": { zh: "不撤回", en: "Keep it" },
  "withdraw.yes": { zh: "撤回 {amount}", en: "Withdraw {amount}" },
  "enter.page": { zh: "录入 · {shop}", en: "Enter · {shop}" },
  "enter.title": { zh: "录入营业额", en: "Enter turnover" },
  "enter.title.today": { zh: "录入今天", en: "Enter today" },
  "enter.title.late": { zh: "补录", en: "Fill in" },
  "enter.title.change": { zh: "修改", en: "Change" },
  "enter.title.stands": { zh: "今天", en: "Today" },
  "enter.amount": { zh: "营业额（{currency}）", en: "Turnover ({currency})" },
  "enter.note": { zh: "备注，可不填", en: "Note, optional" },
  "enter.closed": { zh: "店休", en: "Shop closed" },
  "enter.wait": { zh: "请稍候…", en: "One moment…" },
  "enter.past": { zh: "这一天还没有数。", en: "This day has no figure yet." },
  "enter.past.oldest": { zh: "今天不用录了，这一天还没有数。", en: "Nothing to enter for today; this day has no figure yet." },
  "enter.past.night": { zh: "昨天还没有数，先录昨天。", en: "Yesterday has no figure yet: enter it first." },
  "enter.estimated": { zh: "系统估算了 {amount}，请录入实际的数。", en: "Estimated at {amount}. Please enter the real figure." },
  "enter.to_ask": { zh: "。到时自动问收银系统，不用录入", en: ". The till is asked then: no need to enter it" },
  "enter.settled": { zh: "{time} 已结账", en: "Settled at {time}" },
  "enter.past.cutoff": { zh: "{time} 已过，今天还没有数。", en: "{time} has passed; no figure for today yet." },
  "enter.past.midnight": {
    zh: "过了零点，今天已经是 {today}。这里录的还是昨天的数。",
    en: "It's past midnight and today is {today}. This is still yesterday's figure."
  },
  "enter.past.end": {
    zh: "过了 {time}，今天已经是 {today}。这里录的还是昨天的数。",
    en: "It's past {time} and today is {today}. This is still yesterday's figure."
  },
  "enter.ahead": { zh: "{day}还没到，到那天才能录入。", en: "{day} is still to come. You can enter it then." },
  "enter.ahead.today": { zh: "录入今天", en: "Enter today" },
  "enter.confirm": { zh: "对的，确认", en: "Yes, confirm" },
  "enter.change": { zh: "改", en: "Change" },
  "enter.closed_by_manager": {
    zh: "店长把这一天记为店休，要录入请找店长。",
    en: "A manager has marked this day “Shop closed”. Please ask a manager."
  },
  "week.title": { zh: "近 7 天", en: "The last 7 days" },
  "week.by": { zh: "{by}录入", en: "by {by}" },
  "week.you": { zh: "你", en: "you" },
  "week.change": { zh: "改", en: "Change" },
  "week.here": { zh: "正在看", en: "shown" },
  "week.locked": { zh: "找店长改", en: "ask a manager" },
  "enter.is_closed": { zh: "要录数，先取消勾选“店休”。", en: "To enter a figure, untick “Shop closed” first." },
  "enter.others": { zh: "还有 {n} 天要补录：{days}", en: "{n} more to fill in: {days}" },
  "enter.others.more": { zh: "{days} 等", en: "{days}, …" },
  "enter.comma": { zh: "、", en: ", " },
  "enter.others.go": { zh: "补录", en: "Fill in" },
  "enter.to_today": { zh: "回到今天", en: "Back to today" },
  "enter.back": { zh: "先录今天", en: "Today first" },
  "enter.limits": {
    zh: "你可以录入今天和近 7 天的数。店长录过或改过的，请找店长改。",
    en: "You can enter today and the last 7 days. Only a manager can change what a manager has entered or changed."
  },
  "enter.too_old": { zh: "这一天超过 7 天了，请找店长录入。", en: "This day is more than 7 days ago. Please ask a manager to enter it." },
  "enter.not_saved": { zh: "{amount} 没有存。", en: "{amount} was not saved. " },
  "enter.not_yours": {
    zh: "你的登录不能再改这个数。数不对，请找店长。",
    en: "You can't change this figure any longer. If it is wrong, please ask a manager."
  },
  "enter.no_role": {
    zh: "你的登录（{role}）不能录入，只能看看板。",
    en: "Your sign-in ({role}) can only view the dashboard."
  },
  "enter.held": { zh: "没有网络，还没送出", en: "No connection: not sent yet" },
  "enter.held.text": {
    zh: "你填的都留在这台手机上。连上网再点一次：不会自己送，也不会记两次。",
    en: "What you typed stays on this phone. Tap again once you are online: nothing is sent on its own, and nothing counts twice."
  },
  "enter.held.server": { zh: "服务器没有回答，不知道收到没有", en: "No answer from the server: it may or may not have arrived" },
  "enter.restored": { zh: "上次填的还在，没有送出", en: "Typed earlier, not sent" },
  "enter.restored.text": { zh: "直接打字，就换成新的。", en: "Type to replace it." },
  "enter.kept": { zh: "上次没有送出的还在，请核对后再送。", en: "There is an unsent entry from last time. Please check it and send it." },
  "enter.kept.text": { zh: "不会自己送，也不会记两次。", en: "Nothing is sent on its own, and nothing counts twice." },
  "enter.online": {
    zh: "网络恢复了，还没送出。请核对后再送。",
    en: "You're back online; this is not sent yet. Please check it and send it."
  },
  "enter.arrived": {
    zh: "上次送的已经收到，不用再送。{stands}。",
    en: "It has arrived; no need to send it again. {stands}."
  },
  "enter.unsent": { zh: "{day}填的 {amount} 还没送出", en: "{amount} typed for {day}, not sent" },
  "enter.unsent.go": { zh: "打开那天", en: "Open that day" },
  "enter.again": { zh: "再送一次 {amount}", en: "Send {amount} again" },
  "enter.again.plain": { zh: "再送一次", en: "Send again" },
  "enter.load": { zh: "再试一次", en: "Try again" },
  "enter.offline": { zh: "没有网络", en: "No connection" },
  "enter.offline.text": {
    zh: "可以先填，都留在这台手机上。连上网点“再试一次”，再送。",
    en: "You can type now; it stays on this phone. Once online, tap “Try again”, then send."
  },
  "enter.done.entered": { zh: "录入好了", en: "Entered" },
  "enter.done.changed": { zh: "改好了", en: "Changed" },
  "enter.done.confirmed": { zh: "确认好了", en: "Confirmed" },
  "enter.done.closed": { zh: "记为店休了", en: "Marked “Shop closed”" },
  "enter.done.opened": { zh: "恢复营业了", en: "Marked as open" },
  "enter.done.withdrawn": { zh: "撤回了", en: "Withdrawn" },
  "enter.done.noted": { zh: "备注存好了", en: "Note saved" },
  "enter.day.today": { zh: "今天 {day}", en: "Today {day}" },
  "enter.before.none": { zh: "{day} · 之前还没有数", en: "{day} · no figure before" },
  "enter.before.closed": { zh: "{day} · 之前记为店休", en: "{day} · marked “Shop closed” before" },
  "enter.before.amount": { zh: "{day} · 之前{stands}", en: "{day} · before: {stands}" },
  "enter.before.note": { zh: "{day} · 备注：{note}", en: "{day} · note: {note}" },
  "enter.before.no_note": { zh: "{day} · 没有备注", en: "{day} · no note" },
  "enter.dashboard": { zh: "看今天的看板", en: "See the dashboard" },
  "enter.edit": { zh: "修改", en: "Change" },
  "enter.undo": { zh: "撤销", en: "Undo" },
  "enter.undo.none": { zh: "撤销后这一天回到没有数{told}", en: "Undo leaves the day without a figure{told}" },
  "enter.undo.shut": { zh: "撤销后这一天又是店休{told}", en: "Undo marks the day “Shop closed” again{told}" },
  "enter.undo.amount": { zh: "撤销后回到 {amount}{told}", en: "Undo brings back {amount}{told}" },
  "enter.undo.estimate": { zh: "撤销后回到系统估算的 {amount}{told}", en: "Undo brings back the estimate of {amount}{told}" },
  "enter.undo.settled": {
    zh: "这一天已经结账，不能撤销成没有数。数不对，请直接修改。",
    en: "This day is settled and needs a figure. If it is wrong, change it."
  },
  "enter.undo.late": {
    zh: "已经超过 10 分钟，不能再撤销。数不对，请点“修改”。",
    en: "This was more than 10 minutes ago and can't be undone. If it is wrong, tap “Change”."
  },
  "enter.undo.opened": { zh: "撤销后这一天仍是店休。", en: "Undo marks the day “Shop closed” again." },
  "enter.undo.closed": { zh: "撤销后这一天不再是店休。", en: "Undo removes “Shop closed”." },
  "enter.undone": { zh: "已撤销。{stands}。", en: "Undone. {stands}." },
  "enter.undo.held": { zh: "没有网络，还没撤销，请再点一次。", en: "No connection, not undone yet. Please tap again." }
} as const satisfies Words
