export { readExtraData, readExtraValue } from './extra-data.ts'
export { checkValue, MAX_ATTEMPTS_PER_MINUTE } from './flags.ts'
export { areFlagsSolved, findOpenLab } from './open-lab.ts'
