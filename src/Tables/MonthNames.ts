/** The months as shops' programs write them: English, German, French, Spanish, Portuguese, Italian, Dutch and Polish. */
const names: ReadonlyArray<string> = [
  "january januar janvier enero janeiro gennaio januari styczen stycznia",
  "february februar fevrier febrero fevereiro febbraio februari luty lutego",
  "march marz mrz mars marzo marco maart mrt marzec marca",
  "april avril abril aprile kwiecien kwietnia",
  "may mai mayo maio maggio mei maj maja",
  "june juni juin junio junho giugno czerwiec czerwca",
  "july juli juillet julio julho luglio lipiec lipca",
  "august aout agosto augustus sierpien sierpnia",
  "september septembre septiembre setembro settembre wrzesien wrzesnia",
  "october oktober octobre octubre outubro ottobre pazdziernik pazdziernika",
  "november novembre noviembre novembro listopad listopada",
  "december dezember decembre diciembre dezembro dicembre grudzien grudnia"
]

const shortest = 3

/** By each beginning of three letters or more that is one month's alone. */
const byBeginning = new Map<string, number>()
for (const [at, list] of names.entries()) {
  for (const name of list.split(" ")) {
    for (let length = shortest; length <= name.length; length++) {
      const beginning = name.slice(0, length)
      const known = byBeginning.get(beginning)
      byBeginning.set(beginning, known === undefined || known === at + 1 ? at + 1 : 0)
    }
  }
}

/** The number of a month by its name or the beginning of it; undefined if it is none, or that of several. */
export const monthOf = (name: string): number | undefined =>
  byBeginning.get(name.normalize("NFD").replace(/\p{M}|\.$/gu, "").toLowerCase()) || undefined
