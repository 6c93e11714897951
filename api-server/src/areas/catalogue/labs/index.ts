export {
  clearExtraData,
  consumeReset,
  correctLearnerLab,
  countDownload,
  downloadsLeft,
  findLearnerLab,
  type LearnerLab,
  lockLearnerLab,
  returnReset,
  saveExtraData,
  startLabClock,
} from './learner-lab-queries.ts'
export { listHourlyPrices } from './price-queries.ts'
export { CURRENCY } from './prices.ts'
export {
  archiveLabs,
  deleteLabs,
  findLab,
  findLabBySlug,
  type LabRow,
  labNotFound,
  listResourcePrices,
  lockLabForRun,
  saveHealth,
  saveLabs,
  updateLab,
} from './queries.ts'
export { describeLab, needsExtraData, presentLab, readLabsOnSale } from './service.ts'
export { flagCount } from './sql.ts'
