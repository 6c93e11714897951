import type { BannerRecord } from '@flagyard/api-types'

/** The message without the stars that make its words bold. */
export const plainText = ({ content }: Pick<BannerRecord, 'content'>): string => content.replaceAll('**', '')
