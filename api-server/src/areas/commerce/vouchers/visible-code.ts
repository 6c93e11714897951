import type { CurrentUser } from '../../../identity/current-user.ts'

type Caller = Pick<CurrentUser, 'capabilities' | 'impersonated_by'>

/** Code as shown to administrators. Codes are worth money, so without `finance` only the last group is shown. */
export const codeForAdmin = (code: string, { capabilities }: Caller) =>
  seesCodes({ capabilities }) ? code : maskCode(code)

/** Code as shown to its owner or recipient. An administrator viewing as them sees only the last group. */
export const codeForOwner = (code: string, { impersonated_by }: Caller) => (impersonated_by ? maskCode(code) : code)

/** Whether a search may match whole codes. Callers who see only the last group can search only by that group. */
export const seesCodes = ({ capabilities }: Pick<Caller, 'capabilities'>) => capabilities.includes('finance')

/** Masks all but the last group of a code. */
export const maskCode = (code: string) => code.replace(/[^-](?=.*-)/g, '•')
