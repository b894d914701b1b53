/** A time in its largest unit: nobody thinks in minutes beyond the first hour. The file imports no library, because the pages use it. */
export const spanOf = (minutes: number): { readonly unit: "minutes" | "hours"; readonly n: number } =>
  minutes < 60 ? { unit: "minutes", n: minutes } : { unit: "hours", n: Math.floor(minutes / 60) }
