/** Whether the text is a UUID in lowercase, as our ids are: comparing anything else to a uuid column is an error in Postgres. */
export const isUuid = (text: string): boolean => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)
