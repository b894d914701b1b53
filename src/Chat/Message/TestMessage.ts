import type { DayAnnouncement } from "../../Domain/Announcement.ts"
import type { Language } from "../../Domain/Language.ts"
import { testing } from "../../Domain/Messages.ts"
import type { Turnover } from "../../Domain/Turnover.ts"
import { wordingIn } from "./Phrases.ts"

type Asked = Parameters<typeof testing>[0]

/** A test message as a person asks for it, about a day as it is stored. Without a reason it says that it is a test. */
export const testMessage = (
  asked: Omit<Asked, "reason"> & { readonly reason: string | undefined },
  stored: Turnover | undefined,
  language: Language
): DayAnnouncement => testing({ ...asked, reason: asked.reason ?? wordingIn(language).say("test.reason") }, stored)
