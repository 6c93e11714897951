/** Names of people in the scripts that documents, pictures and mails must be able to show. */
export const NAMES = {
  'Latin Extended': 'Łukasz Dąbrowski',
  Cyrillic: 'Дмитрий Ёж',
  Greek: 'Ελένη Ζώη',
  Arabic: 'محمد علي',
  Hebrew: 'שרה לוי',
  Bengali: 'ক্ষুদ্র রায়',
  Devanagari: 'देव नागर',
  Thai: 'ศิริพร ใจดี',
  Han: '王小明',
  Hangul: '김철수',
  Armenian: 'Հայկ Աբովյան',
  Georgian: 'ქართული გიორგი',
} as const

/** As many letters as a name may have, none of them narrow, and no place to break. */
export const LONGEST_NAME = 'W'.repeat(120)

/** The letters of a text in no order, since a PDF holds them as they are seen. */
export const lettersOf = (text: string): string[] => [...new Set(text.normalize('NFC').replace(/\s/g, ''))].sort()
