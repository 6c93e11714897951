import { z } from 'zod'

export const pictures = ['png', 'jpg', 'webp'] as const
export const captionsTypes = ['vtt'] as const

/** Name of a picture in the `files` folder of content. */
export const pictureFile = z
  .string()
  .max(120)
  .regex(
    new RegExp(`^[A-Za-z0-9][A-Za-z0-9._-]*\\.(${pictures.join('|')})$`),
    `Name a file in the folder files, of the type ${pictures.join(', ')}`,
  )
