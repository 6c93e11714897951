export { isChecksumName, keyOfChecksum, kindOf, limitOfFile, nameOfKey, typeOf } from './file-types.ts'
export { type FileFacts, inspectFile, UnusableFileError } from './inspect.ts'
export { sumStoredBytes } from './queries.ts'
export {
  assertArchive,
  deleteArchive,
  findPictures,
  openUploadedArchive,
  pictureUrl,
  readUpload,
  saveStoredFiles,
} from './service.ts'
export { readPart, type Source, sourceOfFile } from './source.ts'
