import { jsonOf } from '../resources.ts'

const SIGN = 'PK-simulated\n'

/** Files of an archive created by `zip`; undefined for anything else. */
export function unpack(text: string): Record<string, string> | undefined {
  const parsed = text.startsWith(SIGN) ? jsonOf(text.slice(SIGN.length)) : undefined
  return parsed && typeof parsed === 'object' ? (parsed as Record<string, string>) : undefined
}

export const pack = (files: Record<string, string>): string => SIGN + JSON.stringify(files)
