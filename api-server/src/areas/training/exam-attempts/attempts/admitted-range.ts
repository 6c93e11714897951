import type { Accepted } from '@flagyard/api-types/contract/operation'
import { invalidField } from '../../../../errors.ts'
import { ipv4Of, readExtraValue } from '../../lab-work/index.ts'
import type { AttemptRow } from './attempt-queries.ts'

/** Range admitted by an environment until its candidate has entered an address: matches no real client. */
const NOBODY = '255.255.255.255/32'

/** Candidate-specific variables of an exam's module. */
export const variablesOf = (
  { address_variable }: { address_variable: string | null },
  admitted: string | null,
): Record<string, string> => (address_variable ? { [address_variable]: admitted ?? NOBODY } : {})

/** Address range that the environment of an attempt admits, with the candidate's current address as a suggestion. */
export const presentRange = (
  { admitted_address, address_change, address_problem }: AttemptRow,
  address: string | null,
): Accepted<'admittedAddress'> => ({
  range: admitted_address,
  wanted: address_change?.to ?? null,
  problem: address_problem,
  mine: address === null ? null : ipv4Of(address),
})

/** Validated like a lab's extra data: a single address becomes a range of one, and a range that would admit strangers is rejected. */
export function readRange(wanted: string): string {
  const field = { name: 'address', label: 'Address', hint: '', required: true, type: 'cidr', max_length: 40 } as const
  const read = readExtraValue(field, wanted)
  if ('problem' in read) throw invalidField('address', read.problem)
  return read.value
}
