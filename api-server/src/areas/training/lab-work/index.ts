export { readValues } from './extra-data.ts'
export { readExtraValue } from './extra-value.ts'
export { checkValue, MAX_ATTEMPTS_PER_MINUTE } from './flags.ts'
export { areFlagsSolved, findOpenLab } from './open-lab.ts'
