/** Which text can be seen, by Unicode's properties. The file imports no library, so the pages use the same rules as the service. */

/** A visible character. U+2800 is a Braille sign without a dot. Private characters, and those of a later Unicode, count as visible. */
export const visiblePattern = "[^\\s\\p{Default_Ignorable_Code_Point}\\p{Cc}\\p{Cf}\\p{Z}\\u2800]"

// Marked as pure, so that the build leaves it out of pages that do not use it.
const visible = /* @__PURE__ */ new RegExp(visiblePattern, "u")

/** Whether a text is empty or has no visible character, such as spaces or a zero-width space. */
export const isBlank = (text: string): boolean => !visible.test(text)

/** A text without the characters that change the writing direction of the text around them. */
export const withoutDirections = (text: string): string => text.replace(/\p{Bidi_Control}+/gu, "")
