/** DID document that verifiers of badges read. */
export { findDidDocument } from './badges/keys.ts'
export { readBadge } from './badges/service.ts'
export { countCheck, readCertificate } from './service.ts'
export { certificateLabel } from './sql.ts'
