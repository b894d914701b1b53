import type { Translations } from "./Translations.ts"

/** When each response is sent. */
export const responses: Translations = {
  "Success": "成功",
  "The request does not match the declared schema.": "请求不符合接口的规定。",
  "ADMIN_TOKEN is not set: the admin endpoints are closed.": "没有设置 ADMIN_TOKEN，管理接口不开放。",
  "There is nothing at this address.": "这个地址下没有内容。",
  "The body is larger than 64 KiB of JSON or 5 MiB of CSV.": "请求体太大：JSON 不超过 64 KiB，CSV 不超过 5 MiB。",
  "The endpoint does not accept a body of this type.": "不接受这种类型的请求体。",
  "The day has a record: withdraw it first.": "这一天已经有记录，请先撤回。",
  "The day has another figure than the request expects; nothing was stored.": "这一天的金额和请求里写的不一样，什么都没有保存。",
  "The day has a figure, and a till cannot change it.": "这一天已经有数，收银系统不能改。",
  "The day is marked closed, so a till sets no figure.": "这一天记为店休，收银系统不能报数。",
  "The day is neither today nor one that awaits its figure.": "这一天不是今天，也不是在等数的日子。",
  "The day's cutoff is past, and the undo would leave it without a figure: the role entry cannot do that.":
    "已经过了结账时间，撤销后这一天会没有金额，entry 角色不能这样撤销。",
  "A token of the role entry has made 30 changes within 10 minutes.": "entry 角色的这个密码在 10 分钟内已经修改了 30 次。",
  "The key was sent before with another request.": "这个 Idempotency-Key 已经用于另一个请求。",
  "The date has not come yet in the shop's zone, and has no record.": "按店里的时区，这一天还没有到，也没有记录。",
  "At least one row cannot be accepted; nothing was written.": "至少有一行不能接受，一行也没有写入。",
  "The file has no row to import.": "文件里没有可以导入的行。",
  "The configuration file has faults; the old settings stay.": "配置文件有错误，仍用原来的设置。",
  "More than 10 wrong tokens, or more than 10 screens that ask to sign in, in one minute from one address.":
    "同一个地址一分钟内输错密码超过 10 次，或者请求登录的大屏超过 10 次。",
  "An unexpected error; the id is in the log.": "意外错误；可以按 id 在日志中查找。",
  "The service is starting or stopping, it was paused while the request waited, its database does not answer, its clock differs from the database server's, or too many long responses are under way.":
    "服务正在启动或停止，请求等待时进程被暂停过，数据库没有响应，本机时钟与数据库服务器的时钟不一致，或者同时传送的大段数据已到上限。",
  "Too many event streams are open.": "事件流的连接数已到上限。",
  "The bot accepted none of its message formats.": "每种格式的消息，机器人都没有接受。",
  "The source has no figure for the day.": "金额来源没有这一天的数。",
  "The database or the scheduler does not work.": "数据库或定时任务不工作。"
}
