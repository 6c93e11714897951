/** Default maximum size of a video, in bytes (MAX_FILM_SIZE). */
export const FILM_BYTES = 4 * 1024 * 1024 * 1024
/** Default maximum size of a picture, in bytes (MAX_PICTURE_SIZE). */
export const PICTURE_BYTES = 10 * 1024 * 1024
/** Default maximum size of a lab download, in bytes (MAX_DOWNLOAD_SIZE). */
export const DOWNLOAD_BYTES = 500 * 1024 * 1024
/** Default maximum size of a content archive, and of its unpacked contents, in bytes (MAX_ARCHIVE_SIZE). */
export const ARCHIVE_BYTES = 4 * 1024 * 1024 * 1024
/** Default maximum total size of stored files and uploads, in bytes (MAX_STORED_SIZE). */
export const STORED_BYTES = 50 * 1024 * 1024 * 1024
/** Maximum size of a captions file, in bytes. */
export const CAPTIONS_BYTES = 1024 * 1024

/** Maximum sizes in bytes, by kind of file and in total. */
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
