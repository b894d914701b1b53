import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"

/** Makes a certificate of its own authority for a host. `file` and `keyFile` are paths in the folder. */
export const makeCertificate = (folder: string, host: string) => {
  const [keyFile, file] = [join(folder, "key.pem"), join(folder, "cert.pem")]
  execFileSync("openssl", [
    ...["req", "-x509", "-nodes", "-days", "2", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"],
    ...["-keyout", keyFile, "-out", file, "-subj", `/CN=${host}`, "-addext", `subjectAltName=DNS:${host}`]
  ], { stdio: "ignore" })
  return { key: readFileSync(keyFile), cert: readFileSync(file), keyFile, file }
}
