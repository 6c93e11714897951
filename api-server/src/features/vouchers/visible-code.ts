import type { CurrentUser } from '../../identity/current-user.ts'

type Caller = Pick<CurrentUser, 'capabilities' | 'impersonated_by'>

/** A code as an administrator sees it: a code is money, so without `finance` only its last group is shown. */
export const codeForAdmin = (code: string, { capabilities }: Caller) =>
  seesCodes({ capabilities }) ? code : maskCode(code)

/** A code as its owner or recipient sees it; whoever views Flagyard as them sees its last group. */
export const codeForOwner = (code: string, { impersonated_by }: Caller) => (impersonated_by ? maskCode(code) : code)

/** Whether a search may look into the whole code. Who reads only its last group finds it only by that. */
export const seesCodes = ({ capabilities }: Pick<Caller, 'capabilities'>) => capabilities.includes('finance')

/** A code of which its last group is left. */
export const maskCode = (code: string) => code.replace(/[^-](?=.*-)/g, '•')
