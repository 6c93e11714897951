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
export const accountLeased = 'Account leased'
export const accountLeasedTime = '0.2 s'
export const planChecked = 'Plan checked'
export const planCheckedTime = '4 s'
export const buildingNetwork = 'Building the network'
export const buildingNetworkTime = '12 s'
export const plantingFlags = 'Planting your flags'
export const handingOverKeys = 'Handing you the keys'
