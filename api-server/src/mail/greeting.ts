import { isolate } from '@flagyard/api-types/contract/isolate'

/** The first paragraph of a mail to a person. */
export const greeting = ({ full_name }: { full_name: string }): string => `Hello ${isolate(full_name)},`
