import type { Translations } from "./Translations.ts"

/** The operations on sessions, named tokens and invitations, with their requests and responses. */
export const people: Translations = {
  "session": "登录与退出",
  "people": "人员",
  "Sign in": "登录",
  "With a token or the code of an invitation. The response sets a cookie that scripts cannot read. It lasts 180 days; each use extends it.":
    "用密码或邀请码登录。回答会写入 cookie，有效期 180 天，使用时自动延长，脚本读不到。",
  "Who is signed in": "当前是谁登录",
  "Name and role of the session or the token; null if nobody is signed in, also after a session has ended. A wrong token is refused.":
    "登录或密码对应的名字和角色；没有人登录时为 null，登录已失效时也一样。密码不对时拒绝。",
  "Sign out": "退出登录",
  "Ends the session that the request was made by.": "结束发出这次请求的登录。",
  "Named tokens, newest first": "带名字的密码，最新的在前",
  "With their role, last use and devices; revoked ones are listed too. A secret is never shown.":
    "带有角色、最后使用时间和设备数，已作废的也列出；不会给出密码本身。",
  "Create a named token": "新建带名字的密码",
  "Its secret is sent as X-Admin-Token, or signs in with POST /api/session.":
    "密码用 X-Admin-Token 请求头发送，或用 POST /api/session 登录。",
  "Change a token's role": "修改角色",
  "Takes effect at the next request, for its sessions too.": "从下一次请求起生效，已登录的设备也一样。",
  "Revoke a token": "作废一个密码",
  "The token and its sessions are refused from the next request on.": "从下一次请求起，这个密码和用它登录的设备都会被拒绝。",
  "Invite a person": "邀请一个人",
  "Signs in one device under that name, once, within 15 minutes. If the name exists, the invitation must have its role.":
    "让一台设备用这个名字登录：只能用一次，15 分钟内有效。名字已经存在时，角色必须与它相同。",
  "Devices that are signed in, newest first": "已登录的设备，最新的在前",
  "Sessions that have not ended, with their browser and last use.": "没有结束的登录，带有浏览器和最后使用时间。",
  "Sign a device out": "让一台设备退出登录",
  "It is refused from the next request on.": "从下一次请求起，这台设备会被拒绝。",
  "Ask to sign in as a screen": "大屏请求登录",
  "For a screen without a keyboard. A person who is signed in approves its code within 5 minutes.":
    "给没有键盘的大屏用。已登录的人在 5 分钟内同意它显示的码。",
  "shown as a QR code; without the secret nobody can sign in with it": "用二维码显示；没有 secret，光有它登录不了",
  "the screen keeps it and never shows it": "大屏自己留着，不给任何人看",
  "where a phone approves it: a path, or an address under public_url": "手机在哪里同意：路径，设置了 public_url 时是完整网址",
  "Whether the screen was let in": "大屏是否已被同意",
  "Once its code is approved, the response sets the cookie of a session with the role view. It does so only once.":
    "码被同意以后，回答会写入 cookie，角色是“看数”，只有一次。",
  "Let a screen in": "同意大屏登录",
  "The screen that shows the code may then read, with the role view, until it is signed out.":
    "显示这个码的大屏从此能看数（角色 view），直到让它退出登录。",
  "its id": "编号",
  "the role that is needed": "需要的角色",
  "id of the session; null where the token itself was sent": "登录的编号；直接发送密码时为 null",
  "shown this once; only its SHA-256 is stored": "只显示这一次；系统只保存它的 SHA-256",
  "where a device signs in with it: a path, or an address under public_url; the code comes after #":
    "设备用来登录的链接：路径，设置了 public_url 时是完整网址；邀请码在 # 后面",
  "false for a person who was invited: their devices have sessions only": "受邀请的人为 false：没有密码，只有设备上的登录",
  "to the minute": "精确到分钟",
  "devices that are signed in": "已登录的设备数",
  "the last day on which it is valid": "有效期的最后一天",
  "null for the master token": "用 ADMIN_TOKEN 登录时为 null",
  "the browser's User-Agent": "浏览器的 User-Agent",
  "whether this request was made by it": "是不是发出这次请求的登录",
  "The token or the session is missing or wrong.": "缺少密码或没有登录，或者密码、登录无效。",
  "The role is not enough.": "角色的权限不够。",
  "A change with a cookie came from another site.": "带 cookie 的修改请求来自别的网站。",
  "The code was used, has expired or was revoked.": "邀请码已经用过、过期或作废。",
  "Another active token has the name, or one that looks like it.": "已经有一个有效的密码用了这个名字，或者看起来一样的名字。"
}
