import { isolate } from '@flagyard/api-types/contract/isolate'

/** First paragraph of a mail to a person. */
export const greeting = ({ full_name }: { full_name: string }): string => `Hello ${isolate(full_name)},`
