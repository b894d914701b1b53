import { Schema } from "effect"
import { expectingSecret } from "../Domain/Fault.ts"

/** `console:` prints messages to standard output instead of sending them. */
export const consoleBot = "console:"

const webhookExpected = expectingSecret("address", `"${consoleBot}" or the https address of a chat bot`)

/** Node decodes name and password of an address when it sends them, and throws if it cannot. */
const isDecodable = (text: string): boolean => {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

const isCallable = ({ password, protocol, username }: URL): boolean =>
  /^https?:$/.test(protocol) && isDecodable(username) && isDecodable(password)

export const isWebhook = (text: string): boolean =>
  text === consoleBot || (text === text.trim() && URL.canParse(text) && isCallable(new URL(text)))

/** The address of a chat bot, which is a credential. */
export const WebhookUrl = Schema.Redacted(Schema.String.pipe(Schema.filter(isWebhook, webhookExpected))).annotations(webhookExpected)
