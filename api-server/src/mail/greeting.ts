import { isolate } from '@flagyard/api-types/contract/isolate'

export const greeting = ({ full_name }: { full_name: string }): string => `Hello ${isolate(full_name)},`
