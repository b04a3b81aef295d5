/** An invented person; who has no `phone` is known by user id and username alone. */
export type SamplePerson = { name: string; phone?: string; userId?: string; username?: string }

/** Invented names in many scripts; the numbers are of the range reserved for fiction. */
const names = [
  'Ana Torres',
  'Bo Kjær',
  'สมชาย ใจดี',
  '王小明',
  'ليلى حسن',
  'Zoë Müller',
  'Nguyễn Minh Anh',
  'Олена Коваль',
  '佐藤 花子',
  '김민지',
  'Dewi Lestari',
  'João da Silva',
  'Ελένη Παππά',
  'דנה לוי',
  'प्रिया शर्मा',
  'Amina Bello',
  'Søren Østergård',
  'İpek Yıldız',
  'Chloé Lefèvre',
  '🌻 Rosa',
]

/** Every third has both phone and BSUID, every fifth no phone at all, the others a phone only. */
export const samplePeople: readonly SamplePerson[] = names.map((name, index) => {
  const phone = `155501${String(1000 + index)}`
  const userId = `US.sample${String(index).padStart(4, '0')}`
  if (index % 5 === 4) return { name, userId, username: `sample.user${index}` }
  return index % 3 === 2 ? { name, phone, userId } : { name, phone }
})
