import { ApiError } from '../../../errors.ts'

export const accountNotFound = (username: string) => new ApiError('not_found', `There is no account ${username}.`)
