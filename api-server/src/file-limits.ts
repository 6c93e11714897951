/** Most bytes of a film, unless MAX_FILM_SIZE says otherwise. */
export const FILM_BYTES = 4 * 1024 * 1024 * 1024
/** Most bytes of a picture, unless MAX_PICTURE_SIZE says otherwise. */
export const PICTURE_BYTES = 10 * 1024 * 1024
/** Most bytes of a download of a lab, unless MAX_DOWNLOAD_SIZE says otherwise. */
export const DOWNLOAD_BYTES = 500 * 1024 * 1024
/** Most bytes of an archive of content, and of all that it holds, unless MAX_ARCHIVE_SIZE says otherwise. */
export const ARCHIVE_BYTES = 4 * 1024 * 1024 * 1024
/** Most bytes of all stored files and uploads together, unless MAX_STORED_SIZE says otherwise. */
export const STORED_BYTES = 50 * 1024 * 1024 * 1024
/** Most bytes of one file of captions. */
export const CAPTIONS_BYTES = 1024 * 1024

/** Most bytes by what a file is, and of all files together. */
export interface FileLimits {
  film: number
  picture: number
  download: number
  archive: number
  stored: number
}

export const defaultFileLimits: FileLimits = {
  film: FILM_BYTES,
  picture: PICTURE_BYTES,
  download: DOWNLOAD_BYTES,
  archive: ARCHIVE_BYTES,
  stored: STORED_BYTES,
}
