export { readExtraData } from './extra-data.ts'
export { ipv4Of, readExtraValue } from './extra-value.ts'
export { compareFlag, MAX_ATTEMPTS_PER_MINUTE } from './flags.ts'
export { areFlagsSolved, findOpenLab } from './my-labs.ts'
