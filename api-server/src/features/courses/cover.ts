import type { courses } from '../../db/schema/index.ts'

/** The cover as pages show it. Its key in the store ends in the name by which pictures are called. */
export const presentCover = (cover: (typeof courses.$inferSelect)['cover']) =>
  cover && { url: `/api/v1/pictures/${cover.file.split('/').at(-1)}`, width: cover.width, height: cover.height }
