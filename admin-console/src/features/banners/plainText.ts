import type { BannerRecord } from '@flagyard/api-types'

/** The message without bold markers. */
export const plainText = ({ content }: Pick<BannerRecord, 'content'>): string => content.replaceAll('**', '')
