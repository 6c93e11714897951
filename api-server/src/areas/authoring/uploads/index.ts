export { isChecksumName, keyOfChecksum, kindOf, limitOf, nameOfKey, typeOf, typesOf } from './file-types.ts'
export { type FileFacts, inspectFile, UnusableFileError } from './inspect.ts'
export {
  assertArchive,
  dropArchive,
  hasRoomFor,
  listStoredFiles,
  openUpload,
  pictureUrl,
  readUpload,
  saveStoredFiles,
} from './service.ts'
export { readPart, type Source, sourceOfFile } from './source.ts'
