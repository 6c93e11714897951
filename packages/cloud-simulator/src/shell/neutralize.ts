/**
 * Makes text safe for a terminal: characters that would move the cursor, change colours, rename the window or reverse the writing direction are shown
 * as a symbol instead.
 */
export const neutralized = (text: string): string =>
  text
    .replace(/\r\n/g, '\n')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for.
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, (sign) => `^${String.fromCharCode(sign.charCodeAt(0) ^ 64)}`)
    .replace(
      /[\u0080-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g,
      (sign) => `<U+${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}>`,
    )
    .toWellFormed()
