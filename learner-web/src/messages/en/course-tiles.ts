import { message, rich } from '@flagyard/messages'

export const freeLabRehearsal = 'Free lab rehearsal'
export const beta = 'Beta'
export const contents = message(
  '{lessons, plural, one {# lesson} other {# lessons}} · {labs, plural, one {# lab} other {# labs}} · {hours} h',
)
export const buyForTeam = rich('Buy for my team<hidden>: {title}</hidden>')
export const owned = 'Yours'
export const ownedProgress = message('Yours · {percent}%')
export const howLabStarts = 'How a lab starts'
export const building = 'Building'
export const labFacts = message(
  '{cloud, select, aws {AWS account} azure {Azure subscription} other {Google Cloud project}} of your own · {time}',
)
export const builtSoFar = 'Built so far'
export const sampleLab = 'Assume the wrong role'
export const stages = {
  lease: 'Account leased',
  plan: 'Plan checked',
  network: 'Building the network',
  flags: 'Planting your flags',
  keys: 'Handing you the keys',
} as const
export const seconds = message('{seconds, number} s')
