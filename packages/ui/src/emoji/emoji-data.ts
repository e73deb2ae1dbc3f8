/** One emoji per line: the shortcode, more words to find it by, and Russian words after the semicolon. */
export const emojiData = {
  people: `
😀 grinning smile happy; улыбка радость
😄 smile happy joy; улыбка смех
😁 grin beam happy; ухмылка улыбка
😅 sweat_smile relief nervous; пот неловко облегчение
😂 joy tears laugh lol; смех слезы
🤣 rofl rolling laugh; смех катаюсь
🙂 slightly_smiling smile; улыбка
🙃 upside_down silly irony; вверх ногами ирония
😉 wink; подмигивание
😊 blush smile shy; румянец улыбка
😇 innocent angel halo; ангел невинность
🥰 smiling_hearts love adore; любовь сердечки
😍 heart_eyes love; любовь влюблен
😘 kissing_heart kiss; поцелуй
😋 yum tasty food; вкусно
😜 winking_tongue joke; язык шутка
🤪 zany crazy; чокнутый
🤗 hugs hug; обнимаю
🤔 thinking hmm think; думаю хм
🤨 raised_eyebrow doubt; сомнение бровь
😐 neutral meh; нейтрально
😑 expressionless; без эмоций
😶 no_mouth silent; молчу
😏 smirk; усмешка
🙄 roll_eyes; закатываю глаза
😬 grimacing awkward; гримаса неловко
😌 relieved calm; облегчение спокойствие
😔 pensive sad; грусть задумчивость
😴 sleeping zzz tired; сон сплю
🤒 thermometer_face sick ill; болею температура
🤯 exploding_head mind_blown; взрыв мозга
🥳 partying party celebrate; праздник вечеринка
😎 sunglasses cool; круто очки
🤓 nerd geek; ботаник
🧐 monocle inspect; монокль
😕 confused; растерянность
😟 worried; тревога
😮 open_mouth wow surprised; удивление ого
😳 flushed embarrassed; смущение
🥺 pleading please; пожалуйста умоляю
😢 cry sad tear; плачу грусть слеза
😭 sob cry; рыдаю плачу
😱 scream fear; крик ужас
😤 triumph steam; пыхчу
😡 rage angry; злость ярость
🤬 cursing swear; ругаюсь
😈 smiling_imp devil; чертенок
💀 skull dead; череп
💩 poop; какашка
🤡 clown; клоун
👻 ghost boo; призрак
👽 alien; инопланетянин
🤖 robot bot; робот бот
🎅 santa christmas; дед мороз санта
👶 baby; малыш
👩 woman; женщина
👨 man; мужчина
👥 people team users; люди команда
🧑‍💻 technologist developer coder; программист разработчик
🕵️ detective investigate; детектив
🤷 shrug dunno; не знаю пожимаю плечами
🤦 facepalm; рукалицо
🙋 raising_hand question; поднятая рука вопрос`,
  hands: `
👍 thumbsup +1 yes like ok; лайк да хорошо палец вверх
👎 thumbsdown -1 no dislike; дизлайк нет палец вниз
👌 ok_hand fine perfect; ок отлично
✌️ victory peace; победа мир
🤞 crossed_fingers luck; удача скрестил пальцы
🤘 metal rock; рок
🤙 call_me; позвони
👈 point_left; налево
👉 point_right; направо
👆 point_up; наверх
👇 point_down; вниз
☝️ index_up one; внимание
👋 wave hello bye; привет пока
✋ raised_hand stop high_five; стоп ладонь
🖐️ hand five; ладонь пять
👊 fist_bump punch; кулак
✊ fist; кулак
👏 clap applause bravo; аплодисменты браво
🙌 raised_hands hooray; ура
🙏 pray please thanks; спасибо пожалуйста
🤝 handshake deal; рукопожатие договорились
💪 muscle strong; сила мышцы
✍️ writing; пишу
👀 eyes look see; глаза смотрю
🧠 brain; мозг
❤️ heart love; сердце любовь
🧡 orange_heart; сердце оранжевое
💛 yellow_heart; сердце желтое
💚 green_heart; сердце зеленое
💙 blue_heart; сердце синее
💜 purple_heart; сердце фиолетовое
🖤 black_heart; сердце черное
🤍 white_heart; сердце белое
💔 broken_heart; разбитое сердце
💯 hundred 100 perfect; сто процентов
💥 boom explosion; взрыв
💫 dizzy; звездочки
💬 speech comment; комментарий речь
💭 thought; мысль
💤 zzz sleep; сон`,
  nature: `
🐶 dog; собака
🐱 cat; кот кошка
🐭 mouse; мышь
🐰 rabbit; кролик заяц
🦊 fox; лиса
🐻 bear; медведь
🐼 panda; панда
🐯 tiger; тигр
🦁 lion; лев
🐷 pig; свинья
🐸 frog; лягушка
🐵 monkey; обезьяна
🙈 see_no_evil; не вижу
🐔 chicken; курица
🐧 penguin linux; пингвин
🦉 owl; сова
🦄 unicorn; единорог
🐝 bee; пчела
🐛 bug error; баг жук ошибка
🦋 butterfly; бабочка
🐌 snail slow; улитка медленно
🐢 turtle slow; черепаха медленно
🐍 snake python; змея
🐙 octopus; осьминог
🐳 whale docker; кит
🌱 seedling grow; росток
🌳 tree; дерево
🌵 cactus; кактус
🍀 four_leaf_clover luck; клевер удача
🌹 rose flower; роза цветок
🌻 sunflower; подсолнух
🌍 earth world; земля мир
🌙 moon night; луна ночь
⭐ star favorite; звезда избранное
🌟 glowing_star; звезда сияние
✨ sparkles new magic; блеск новое магия
⚡ zap lightning fast; молния быстро
🔥 fire hot; огонь
☀️ sunny sun; солнце
🌈 rainbow; радуга
☁️ cloud; облако
🌧️ rain; дождь
❄️ snowflake winter; снег зима
☃️ snowman; снеговик
🌊 ocean water; волна море`,
  food: `
🍎 apple; яблоко
🍌 banana; банан
🍓 strawberry; клубника
🍒 cherries; вишня
🍋 lemon; лимон
🍉 watermelon; арбуз
🥑 avocado; авокадо
🥕 carrot; морковь
🌶️ hot_pepper; перец острый
🍞 bread; хлеб
🧀 cheese; сыр
🍔 hamburger burger; бургер
🍟 fries; картошка фри
🍕 pizza; пицца
🌮 taco; тако
🍜 ramen soup; суп лапша
🍣 sushi; суши
🍦 ice_cream; мороженое
🍩 doughnut; пончик
🍪 cookie; печенье
🎂 birthday cake; торт день рождения
🍰 cake; торт
🍫 chocolate; шоколад
☕ coffee; кофе
🍵 tea; чай
🍺 beer; пиво
🍻 beers cheers; пиво за здоровье
🥂 clinking_glasses cheers; бокалы тост
🍷 wine; вино
🍾 champagne; шампанское`,
  work: `
🎉 tada party hooray; ура праздник хлопушка
🎊 confetti; конфетти
🎈 balloon; шарик
🎁 gift present; подарок
🏆 trophy win; кубок победа
🥇 first_place gold medal; первое место медаль
🏅 medal; медаль
⚽ soccer football; футбол
🎮 video_game; игра
🎯 dart target goal; цель мишень
🎲 dice; кубик
🧩 puzzle; пазл
🎨 art design palette; дизайн палитра
🎵 music note; музыка
🎧 headphones; наушники
🎬 clapper movie; кино
🚀 rocket launch ship deploy; ракета запуск релиз
✈️ airplane travel; самолет поездка
🚗 car; машина
🚲 bike; велосипед
🚢 ship; корабль релиз
🏠 house home; дом
🏢 office; офис
🏖️ beach vacation; пляж отпуск
🗺️ map; карта
⌚ watch time; часы
⏰ alarm_clock; будильник
⏳ hourglass wait; песочные часы ждем
⏱️ stopwatch; секундомер
📅 calendar date; календарь дата
📌 pushpin pin; кнопка закрепить
📍 round_pin place; место
📎 paperclip attach; скрепка вложение
📝 memo note write; заметка запись
✏️ pencil edit; карандаш правка
📚 books docs; книги документация
📖 book read; книга
📄 page document; документ
📁 folder; папка
📊 bar_chart report; график отчет
📈 chart_up growth; рост график
📉 chart_down; падение график
📋 clipboard; список буфер
📦 package box; посылка пакет
📧 email mail; письмо почта
📣 megaphone announce; объявление мегафон
🔔 bell notification; колокольчик уведомление
🔕 no_bell mute; без звука
🔍 mag search; поиск лупа
🔑 key; ключ
🔒 lock secure; замок закрыто
🔓 unlock; открыто
🔨 hammer build; молоток
🔧 wrench fix; ключ починить
🛠️ tools; инструменты
⚙️ gear settings; настройки шестеренка
🔗 link; ссылка
💡 bulb idea; идея лампочка
💻 laptop computer; ноутбук компьютер
🖥️ desktop monitor; монитор
📱 phone mobile; телефон
📞 telephone call; звонок телефон
📷 camera photo; фото камера
🖨️ printer; принтер
💾 floppy save; сохранить дискета
🗑️ wastebasket trash delete; корзина удалить
🧪 test_tube test; тест пробирка
💊 pill; таблетка
💰 money budget; деньги бюджет
💳 credit_card pay; карта оплата
🛒 cart shopping; корзина покупки
🧹 broom cleanup; метла уборка`,
  symbols: `
✅ white_check_mark done yes; готово галочка да
☑️ ballot_check done; галочка
✔️ check_mark done; галочка
❌ x cross no; крестик нет
❓ question; вопрос
❗ exclamation important; важно восклицание
⚠️ warning caution; внимание предупреждение
🚫 prohibited no; запрещено нельзя
⛔ no_entry stop; стоп
🛑 stop_sign; стоп
🚧 construction wip; в работе ремонт
🚨 rotating_light urgent alarm; срочно тревога
🔴 red_circle; красный круг
🟠 orange_circle; оранжевый круг
🟡 yellow_circle; желтый круг
🟢 green_circle; зеленый круг
🔵 blue_circle; синий круг
🟣 purple_circle; фиолетовый круг
⚫ black_circle; черный круг
⚪ white_circle; белый круг
➕ plus add; плюс добавить
➖ minus; минус
➡️ arrow_right; стрелка вправо
⬅️ arrow_left; стрелка влево
⬆️ arrow_up; стрелка вверх
⬇️ arrow_down; стрелка вниз
🔄 arrows_cycle refresh sync; обновить цикл
🔁 repeat; повтор
♻️ recycle; переработка
⏸️ pause; пауза
▶️ play; старт
⏹️ stop_button; стоп
🆕 new; новое
🆗 ok; ок
🆘 sos help; помощь
🔝 top; топ
🏁 finish flag; финиш флаг
🚩 red_flag; флаг
🏳️ white_flag; белый флаг
♾️ infinity; бесконечность
💲 dollar; доллар
©️ copyright; авторское право`,
}
