/** Whether the text is a UUID. Comparing any other text to a uuid column is an error in Postgres, not a mismatch. */
export const isUuid = (text: string): boolean => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
