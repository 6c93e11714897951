import type { PersonalData } from '../../../extension-points/personal-data.ts'
import { listCertificatesOf } from './queries.ts'
import { downloadCertificate } from './service.ts'

export const certificateFiles: NonNullable<PersonalData['files']> = async (deps, { id }) => {
  const files: Record<string, Uint8Array> = {}
  for (const { certificate } of await listCertificatesOf(deps.db, id)) {
    const { file } = await downloadCertificate(deps, certificate.id)
    files[`certificate-${certificate.id}.pdf`] = file
  }
  return files
}
