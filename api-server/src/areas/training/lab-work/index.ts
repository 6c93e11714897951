export { readExtraData, readExtraValue } from './extra-data.ts'
export { compareFlag, MAX_ATTEMPTS_PER_MINUTE } from './flags.ts'
export { areFlagsSolved, findOpenLab } from './my-labs.ts'
