/** What a mail needs of `nodemailer`. It is built as a file of its own, which only shops read that send mail. */
export { default as MailComposer } from "nodemailer/lib/mail-composer"
export { default as SMTPConnection } from "nodemailer/lib/smtp-connection"
