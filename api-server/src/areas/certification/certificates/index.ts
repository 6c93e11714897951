export { readCertificate } from './service.ts'
export { certificateLabel } from './sql.ts'
