import type { adminWords } from "./Admin.ts"
import type { attemptsWords } from "./Attempts.ts"
import type { auditWords } from "./Audit.ts"
import type { chartWords } from "./Chart.ts"
import type { comparedWords } from "./Compared.ts"
import type { dashboardWords } from "./Dashboard.ts"
import type { enterWords } from "./Enter.ts"
import type { firstWords } from "./First.ts"
import type { firstStartWords } from "./FirstStart.ts"
import type { goalsWords } from "./Goals.ts"
import type { healthWords } from "./Health.ts"
import type { historyWords } from "./History.ts"
import type { holidayWords } from "./Holidays.ts"
import type { importWords } from "./Import.ts"
import type { joinWords } from "./Join.ts"
import type { messagesWords } from "./Messages.ts"
import type { missingWords } from "./Missing.ts"
import type { peopleWords } from "./People.ts"
import type { problemWords } from "./Problems.ts"
import type { rangeWords } from "./Range.ts"
import type { refusalWords } from "./Refusals.ts"
import type { reportWords } from "./Report.ts"
import type { screenWords } from "./Screen.ts"
import type { setupWords } from "./Setup.ts"
import type { sharedWords } from "./Shared.ts"
import type { sheetWords } from "./Sheet.ts"
import type { shopWords } from "./Shop.ts"
import type { signInWords } from "./SignIn.ts"
import type { signOutWords } from "./SignOut.ts"
import type { tableWords } from "./Tables.ts"
import type { tillWords } from "./Till.ts"

/** The key of a sentence of any page. A test checks that each page has the sentences that its scripts name. */
export type Key =
  | keyof typeof adminWords
  | keyof typeof attemptsWords
  | keyof typeof auditWords
  | keyof typeof chartWords
  | keyof typeof comparedWords
  | keyof typeof dashboardWords
  | keyof typeof enterWords
  | keyof typeof firstWords
  | keyof typeof goalsWords
  | keyof typeof healthWords
  | keyof typeof historyWords
  | keyof typeof holidayWords
  | keyof typeof importWords
  | keyof typeof joinWords
  | keyof typeof messagesWords
  | keyof typeof missingWords
  | keyof typeof firstStartWords
  | keyof typeof peopleWords
  | keyof typeof problemWords
  | keyof typeof rangeWords
  | keyof typeof refusalWords
  | keyof typeof reportWords
  | keyof typeof screenWords
  | keyof typeof setupWords
  | keyof typeof sharedWords
  | keyof typeof sheetWords
  | keyof typeof shopWords
  | keyof typeof signInWords
  | keyof typeof signOutWords
  | keyof typeof tableWords
  | keyof typeof tillWords
