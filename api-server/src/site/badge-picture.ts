import { crc32 } from 'node:zlib'
import type { Certificate } from '@flagyard/api-types'
import { isolate } from '@flagyard/api-types/contract/isolate'
import type { PreviewCard } from './preview-card.ts'

/** Picture of a badge. It says nothing that can change after the download, such as the state. */
export const badgeCard = ({ name, title, type, url }: Certificate): PreviewCard => ({
  cover: title ?? 'certificate',
  label: type === 'arte' ? 'Exam passed' : 'Course completed',
  title: name === null ? (title ?? '') : `${isolate(name)}: ${title}`,
  words: `Check it at ${url}`,
})

const SIGNATURE_BYTES = 8
const TYPE_BYTES = 4

/** Adds the credential to a PNG as Open Badges 3.0 requires: a text chunk `openbadgecredential` after the header chunk. */
export function bakePng(png: Buffer, credential: string): Buffer {
  const afterHeader = SIGNATURE_BYTES + 2 * TYPE_BYTES + png.readUInt32BE(SIGNATURE_BYTES) + 4
  // Keyword, then five empty bytes: not compressed, and without language and translated keyword.
  const data = Buffer.concat([Buffer.from('iTXtopenbadgecredential\0\0\0\0\0'), Buffer.from(credential)])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length - TYPE_BYTES)
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(crc32(data))
  return Buffer.concat([png.subarray(0, afterHeader), length, data, checksum, png.subarray(afterHeader)])
}

/** Adds the credential to an SVG as Open Badges 3.0 requires. */
export const bakeSvg = (svg: string, credential: string): string =>
  svg.replace(
    /^<svg [^>]*>/,
    (start) =>
      `${start.slice(0, -1)} xmlns:openbadges="https://purl.imsglobal.org/ob/v3p0"><openbadges:credential><![CDATA[${credential.replaceAll(']]>', ']]]]><![CDATA[>')}]]></openbadges:credential>`,
  )
