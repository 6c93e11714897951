import { auditActions } from '@flagyard/api-types/audit/actions'
import { capitalised } from '../../lib/format.ts'

const words: Readonly<Record<string, string>> = auditActions

/** `Account changed` of `users.update`; of an action that only an earlier version wrote, its name as a phrase. */
export const actionWords = (action: string): string =>
  words[action] ??
  capitalised(
    action
      .replace(/[._]/g, ' ')
      .replace(/\B[A-Z]/g, (letter) => ` ${letter}`)
      .toLowerCase(),
  )

/** The choices of the filter, with the one that an address asked for, whatever it is. */
export const actionOptions = (asked?: string) =>
  [...new Set([...Object.keys(words), ...(asked ? [asked] : [])])].map((value) => ({
    value,
    label: actionWords(value),
  }))
