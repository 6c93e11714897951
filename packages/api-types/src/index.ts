import { adminOperations } from './admin.ts'
import { learnerOperations } from './learner.ts'
import { paymentOperations } from './orders/payment-operations.ts'

/** The operation table, the only place where paths, methods and access rules are defined. */
export const operations = { ...learnerOperations, ...adminOperations, ...paymentOperations }

export type { FilterOf, ListName, SortOf } from './admin.ts'
export { bulkActionOf, callOf, capabilitiesOf, isConfirmed } from './bulk/actions.ts'
export type { Auth, Operation, Page, RateClass } from './contract/operation.ts'
export { ApiError, type FieldError, type Problem, type ProblemCode } from './contract/problem.ts'
export { MissingParameterError } from './contract/request.ts'
export type { LegalPageName } from './legal/pages.ts'
export type * from './schemas.ts'
