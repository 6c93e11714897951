/** Letters of right-to-left scripts. */
export const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/**
 * Wraps a right-to-left name in isolate characters, so that it does not reorder the English sentence around it. For plain text: mails,
 * titles and labels. In JSX, use `<bdi>`.
 */
export const isolate = (name: string): string => (RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name)
