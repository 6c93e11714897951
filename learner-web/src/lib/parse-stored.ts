/** Parses a stored text; undefined if there is none or it is not JSON. The caller must check the type, because anyone can edit the storage. */
export function parseStored(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return undefined
  }
}
