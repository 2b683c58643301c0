/** The words and phrases in opt-out messages, by meaning. Each member is a comma-separated list. */
export interface OptOutWords {
  /** Words that ask to stop, unless more words change the subject: `stop`, but not `stop at ten`. */
  readonly stop?: string
  /** Words that always refer to messages, so they ask to stop with any pronoun: `unsubscribe me`. */
  readonly leave?: string
  /** Words that may also reply to an appointment, so they ask to stop only with a word of `messages`: `cancel`. */
  readonly cancel?: string
  /** Words that ask to stop with a word of `messages`, and reverse the next word: `don't text`, `don't stop`. */
  readonly not?: string
  /**
   * Words that complain about missing messages, or say that the person can't write. A message with these words asks for
   * nothing. If the message also contains a word of `stop` or `leave`, the result is `maybe`.
   */
  readonly complaint?: string
  /** Words that ask for messages again. Excludes words that also reply to an invitation, such as `register`. */
  readonly start?: string
  /** Words for messages, or for sending them. */
  readonly messages?: string
  /** Filler words: pronouns, articles, and the beginnings of wishes. */
  readonly details?: string
  /** Polite additions, which are ignored. */
  readonly courtesy?: string
}

/** Words that every language includes. */
export const wordsEverywhere: OptOutWords = {
  stop: "stop, stop all, stopall, stop promotions",
  leave: "unsubscribe, opt out, optout",
  start: "start, unstop",
  messages: "sms, whatsapp, newsletter, spam",
  courtesy: "ok, okay, thanks"
}

const english: OptOutWords = {
  stop: "quit, end, end all, revoke",
  leave: `unsubscribe me, unsub, unsuscribe, opt me out, remove me, delete me, take me off, take my number off, remove my number,
    delete my number, leave me alone, no more texting`,
  cancel: "cancel, stop it, stop this, remove, delete, no more",
  not: "don t, dont, do not, never, no longer",
  complaint: `don t get, dont get, do not get, don t receive, dont receive, do not receive, never get, never receive, not getting,
    not receiving, didn t get, didnt get, did not get, didn t receive, did not receive, can t, cant, cannot, can not`,
  start: "subscribe, subscribe me, resubscribe, opt in, optin, opt me in",
  messages: `message, messages, messaging, msg, msgs, msging, text, texts, texting, txt, txts, contact, contacting, sending, spamming, reminder,
    reminders, notification, notifications, alert, alerts, promotion, promotions, promos, ads, marketing, subscription, subscriptions,
    list, mailing list, emails, updates`,
  details: `i, i d, me, my, mine, us, you, your, it, this, these, those, that, the, a, any, anything, stuff, all, with, of, from, to, on, in, for, more, again,
    ever, want, wish, would, like, can, could, will, how, do, send, receive, receiving, get, getting, phone, number`,
  courtesy: `please, pls, plz, kindly, thank you, thank u, thx, ty, very much, so much, now, immediately, hi, hello, hey, sorry, yes,
    wrong number, wrong person`
}

const german: OptOutWords = {
  stop: "stopp, stoppen, stoppt, abmelden, austragen, aufhören, aufhoeren, hört auf, hoert auf, hören sie auf",
  leave: `abbestellen, newsletter abmelden, abbestelle, meine nummer löschen, löschen sie meine nummer, lösche meine nummer,
    löscht meine nummer, lassen sie mich in ruhe, lasst mich in ruhe, lass mich in ruhe,
    löschen sie mich, mich löschen, aus dem verteiler nehmen,
    nehmen sie mich raus, nehmt mich raus`,
  cancel: "absagen, schluss, stornieren, kündigen, kuendigen, beenden, löschen, abbrechen",
  not: "keine, kein, nicht, nicht mehr, nie wieder",
  complaint: "kann keine, kann nicht, bekomme keine, erhalte keine, bekomme nicht, erhalte nicht",
  start: "wieder anmelden, abonnieren, wieder abonnieren, fortsetzen",
  messages: `nachricht, nachrichten, werbung, erinnerung, erinnerungen, mitteilung, mitteilungen, benachrichtigung,
    benachrichtigungen, werbenachrichten, abo, abonnement, verteiler, mails, schreiben, schreibt, schreib, schreiben sie, kontaktieren,
    kontaktiert, anschreiben, zu schreiben, zu schicken, zu senden`,
  details: `ich, mich, mir, sie, ihr, ihre, ihren, euch, eure, das, die, den, der, dem, von, vom, aus, mit, an, auf, mehr, weitere, weiteren,
    alle, diese, diesen, wieder, will, möchte, moechte, würde, gerne, gern, kann, können, wie, mehr bekommen, mehr erhalten, senden, sendet, schicken,
    schickt, schick, nummer`,
  courtesy: "bitte, danke, vielen dank, dankeschön, sofort, jetzt, hallo, guten tag, sorry, falsche nummer, ja"
}

const spanish: OptOutWords = {
  stop: "baja, parar, paren, detener, detenga, detengan",
  leave: `dar de baja, darse de baja, darme de baja, denme de baja, deme de baja, dame de baja, date de baja, desuscribir,
    desuscribirme, desuscribirse, desuscribanme, desinscribir, no enviar mas, no envien mas, no envie mas, borrenme, borrame, quitenme, quitame,
    eliminenme, eliminame, sacame, saquenme, borren mi numero, borrar mi numero, eliminar mi numero, dejenme en paz, dejen de molestar, no molestar, solicito la baja`,
  cancel:
    "cancelar, cancela, cancelen, anular, alto, fin, no mas, no quiero mas, ya no quiero mas, eliminar, borrar, basta, basta de, quitar, dejar de, dejen de, deja de, dejen, deja, deje de, paren de",
  not: "no, no me, ya no, no quiero, ya no quiero, no deseo, ya no deseo, nunca mas",
  start: "alta, dar de alta, darme de alta, suscribir, suscribirme, quiero suscribirme, suscribirse, reanudar",
  messages: `mensaje, mensajes, mensajitos, recordatorio, recordatorios, notificacion, notificaciones, promocion, promociones,
    publicidad, suscripcion, suscripciones, lista, escriban, escriba, escribas, escribir, escribirme, escribiendo, contacten, contacten mas,
    enviarme mensajes, mandarme mensajes`,
  details: `me, mi, mis, su, sus, tu, tus, yo, le, les, el, la, los, las, de, del, a, en, con, mas, otros, todos, todas, este, estos, esta, estas,
    que, quiero, quisiera, deseo, puedo, pueden, como, recibir, recibiendo, enviar, envien, envie, enviarme, enviando, mandar, manden, mandes,
    mandarme, numero`,
  courtesy:
    "por favor, porfa, porfavor, favor, gracias, muchas gracias, ya, ahora, hola, buenos dias, buenas, numero equivocado, si"
}

const portuguese: OptOutWords = {
  stop: "parar, pare, parem, sair, remover",
  leave: `descadastrar, descadastra, descadastre, descadastrem, descadastro, descadastrar me, desinscrever, me remova, me remove, me removam,
    me retire, me retira, me tira, me tire, me exclua, remove meu numero, remova meu numero, remover meu numero, exclua meu numero,
    apaga meu numero, nao envie mais, nao enviem mais, nao envia mais, nao mande mais, nao mandem mais, nao me mande mais, nao me mandem mais, nao manda mais, me deixa em paz,
    me deixe em paz`,
  cancel:
    "cancelar, cancela, cancele, cancelem, nao quero mais, para, para de, pare de, parem de, excluir, chega, chega de, desativar",
  not: "nao, nao me, nao quero, nao desejo, nao desejo mais, nunca mais",
  start: "iniciar, reativar, inscrever, me inscrever, quero me inscrever, inscrever me, voltar a receber",
  messages: `mensagem, mensagens, recebimento, msg, msgs, lembrete, lembretes, notificacao, notificacoes, promocao, promocoes, propaganda,
    propagandas, inscricao, assinatura, cadastro, lista, enviar, receber, escrever, escreva, escrevam, contate, contatem, mandar mensagem`,
  details: `me, meu, minha, eu, voce, voces, o, a, os, as, de, da, do, das, dos, em, com, mais, outras, todas, essa, essas, esse, esses, isso, nada, que,
    quero, queria, gostaria, posso, pode, podem, como, recebendo, mandar, mande, mandem, mandando, envie, enviem, enviando, numero`,
  courtesy:
    "por favor, pfv, pf, pfvr, favor, obrigado, obrigada, obg, ja, agora, oi, ola, bom dia, boa tarde, numero errado, sim"
}

const french: OptOutWords = {
  stop: "arret, arreter, arretez, arrete, cesser, cessez",
  leave: `desabonner, desabonnez moi, desabonnement, desabonne moi, desinscription, desinscrire, desinscrivez moi, desinscris moi,
    retirez moi, retire moi, me retirer, enlevez moi, supprimez moi, supprimez mon numero, supprimer mon numero, laissez moi tranquille`,
  cancel: "fin, terminer, annuler, annulez, annule, resilier, resiliez, supprimer, enlever",
  not: "ne, ne m, ne me, ne plus, ne pas, ne veux plus, je ne veux plus, n, plus de, plus d, plus aucun, pas de, assez de",
  start: "abonner, s abonner, m abonner, reabonner, me reabonner, reabonnez moi, abonnez moi, reprendre",
  messages: `message, messages, rappel, rappels, notification, notifications, pub, pubs, publicite, publicites, promotions, abonnement,
    liste, liste de diffusion, ecrire, m ecrire, ecrivez, ecris, contacter, contactez, envoyer des messages, envoi, envois, textos`,
  details: `je, j, moi, me, m, mon, ma, mes, vous, vos, votre, tu, le, la, les, l, de, d, du, des, un, une, aux, au, a, en, plus, ces, ce, cette, tous,
    toutes, veux, voudrais, souhaite, aimerais, puis, peut, pouvez, comment, recevoir, recoive, envoyer, envoyez, envoie, vouloir, numero`,
  courtesy: `svp, stp, s il vous plait, s il te plait, merci, merci beaucoup, maintenant, bonjour, salut, desole, oui, mauvais numero,
    faux numero`
}

const italian: OptOutWords = {
  stop: "fermatevi, disattiva, disattivare, smettetela, smettila",
  leave: `cancellami, cancellatemi, disiscrivimi, disiscrivetemi, disiscrivermi, disiscrivere, disiscrizione, annulla iscrizione,
    rimuovimi, rimuovetemi, toglietemi, toglimi, eliminatemi, eliminami, togliete il mio numero, cancellate il mio numero, lasciatemi in pace, non mandatemi piu, non inviatemi piu`,
  cancel: `basta, annulla, annullare, cancella, cancellare, cancellate, disdire, disdici, smettere, smettete, smetti, smettetela di, smettila di, smettete di,
    smetti di, basta con`,
  not: "non, non voglio, non voglio piu, non desidero, non mi, niente, niente piu, nessun, mai piu",
  start: "iscrivimi, iscrivetemi, riattiva, riattivare, riattivate, abbonarmi",
  messages: `messaggio, messaggi, messaggini, promemoria, notifica, notifiche, pubblicita, promozioni, iscrizione, abbonamento, lista,
    servizio, scrivermi, scrivere, scrivetemi, scrivete, scrivermi messaggi, contattatemi, contattarmi, ricevere`,
  details: `mi, mio, mia, io, vi, voi, vostri, il, lo, la, i, gli, le, ai, di, da, dal, dalla, dei, delle, con, a, in, piu, altri, altre, questi, questo,
    tutti, voglio, vorrei, posso, potete, come, mandare, mandarmi, mandatemi, mandate, inviare, inviarmi, inviatemi, inviate, nulla,
    numero`,
  courtesy:
    "per favore, perfavore, grazie, mille grazie, ora, adesso, subito, di nuovo, ciao, salve, buongiorno, numero sbagliato, si, prego"
}

const arabic: OptOutWords = {
  stop: "إيقاف, أوقف, أوقفوا, توقفوا, قف, ستوب, انسحاب",
  leave: `إلغاء الاشتراك, إلغاء اشتراكي, الغ اشتراكي, الغوا اشتراكي, احذفوا رقمي, احذف رقمي, حذف رقمي, إزالة رقمي, ازيلوا رقمي,
    شيلوا رقمي, لا تراسلني, لا تراسلوني, لا ترسلوا لي, لا ترسل لي`,
  cancel: "توقف, وقف, إلغاء, الغي, الغوا, كفى, كفاية, حذف, بلاش",
  not: "لا, لا أريد, ما أريد, ما ابغى, مش عايز, لا ترسلوا, لا ترسل, لا ارغب في",
  start: "اشتراك, اشترك, إعادة الاشتراك, ابدأ, تفعيل",
  messages: `رسالة, رسائل, الرسائل, رسائلكم, رسائل نصية, إرسال, الإرسال, عن الإرسال, إشعارات, الإشعارات, إعلانات, الإعلانات, تذكير,
    التذكيرات, الاشتراك, اشتراكي`,
  details:
    "لي, لنا, إلي, علي, من, عن, هذه, كل, جميع, أي, المزيد, مزيد, شيئا, بعد, أريد, ارجو, ممكن, كيف, استلام, تلقي, رقمي",
  courtesy:
    "من فضلك, من فضلكم, لو سمحت, لو سمحتم, رجاء, الرجاء, شكرا, شكرا لكم, الآن, مرحبا, السلام عليكم, مرة أخرى, رقم خطأ, نعم"
}

const russian: OptOutWords = {
  stop: "стоп, остановить, остановите, прекратить, прекратите, перестаньте",
  leave: `отписаться, отпишите, отпишите меня, отписка, отписать, отпиши, отписываюсь, уберите меня, удалите меня, удалите мой номер,
    удалите номер, уберите мой номер, оставьте меня в покое, не пишите, не пиши, не пишите мне, больше не пишите`,
  cancel: "хватит, отменить, отмена, отмените, отключить, отключите, убрать, удалить",
  not: "не, не надо, не нужна, не нужны, не хочу, больше не",
  start: "старт, подписаться, подпишите, подпишите меня, возобновить, возобновите",
  messages: `сообщение, сообщения, сообщений, рассылка, рассылку, рассылки, рассылок, смс, смски, уведомления, уведомлений,
    напоминания, напоминаний, реклама, рекламу, рекламы, подписка, подписку, подписки, писать, слать, присылать сообщения, присылайте, присылать,
    спам, спама`,
  details:
    "мне, меня, я, нам, вы, ваши, ваша, ваших, эти, эту, всю, все, мой, от, из, с, на, больше, хочу, можно, как, получать, прошу, номер",
  courtesy:
    "пожалуйста, плиз, пж, спасибо, благодарю, сейчас, немедленно, здравствуйте, добрый день, привет, ошиблись номером, да"
}

/** Languages with stop words only. */
const others: OptOutWords = {
  stop: "afmelden, uitschrijven, berhenti, batal langganan, הסר, 停止, 退订, 配信停止, 수신거부"
}

/** The words of each language. */
export const wordsOfLanguages: ReadonlyArray<OptOutWords> = [
  english,
  german,
  spanish,
  portuguese,
  french,
  italian,
  arabic,
  russian,
  others
]
