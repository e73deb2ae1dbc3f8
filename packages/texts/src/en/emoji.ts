/** One emoji per line: the shortcode, which is also its name, and more words to find it by. */
export const emojiData = {
  people: `
😀 grinning smile happy
😄 smile happy joy
😁 grin beam happy
😅 sweat_smile relief nervous
😂 joy tears laugh lol
🤣 rofl rolling laugh
🙂 slightly_smiling smile
🙃 upside_down silly irony
😉 wink
😊 blush smile shy
😇 innocent angel halo
🥰 smiling_hearts love adore
😍 heart_eyes love
😘 kissing_heart kiss
😋 yum tasty food
😜 winking_tongue joke
🤪 zany crazy
🤗 hugs hug
🤔 thinking hmm think
🤨 raised_eyebrow doubt
😐 neutral meh
😑 expressionless
😶 no_mouth silent
😏 smirk
🙄 roll_eyes
😬 grimacing awkward
😌 relieved calm
😔 pensive sad
😴 sleeping zzz tired
🤒 thermometer_face sick ill
🤯 exploding_head mind_blown
🥳 partying party celebrate
😎 sunglasses cool
🤓 nerd geek
🧐 monocle inspect
😕 confused
😟 worried
😮 open_mouth wow surprised
😳 flushed embarrassed
🥺 pleading please
😢 cry sad tear
😭 sob cry
😱 scream fear
😤 triumph steam
😡 rage angry
🤬 cursing swear
😈 smiling_imp devil
💀 skull dead
💩 poop
🤡 clown
👻 ghost boo
👽 alien
🤖 robot bot
🎅 santa christmas
👶 baby
👩 woman
👨 man
👥 people team users
🧑‍💻 technologist developer coder
🕵️ detective investigate
🤷 shrug dunno
🤦 facepalm
🙋 raising_hand question`,
  hands: `
👍 thumbsup +1 yes like ok
👎 thumbsdown -1 no dislike
👌 ok_hand fine perfect
✌️ victory peace
🤞 crossed_fingers luck
🤘 metal rock
🤙 call_me
👈 point_left
👉 point_right
👆 point_up
👇 point_down
☝️ index_up one
👋 wave hello bye
✋ raised_hand stop high_five
🖐️ hand five
👊 fist_bump punch
✊ fist
👏 clap applause bravo
🙌 raised_hands hooray
🙏 pray please thanks
🤝 handshake deal
💪 muscle strong
✍️ writing
👀 eyes look see
🧠 brain
❤️ heart love
🧡 orange_heart
💛 yellow_heart
💚 green_heart
💙 blue_heart
💜 purple_heart
🖤 black_heart
🤍 white_heart
💔 broken_heart
💯 hundred 100 perfect
💥 boom explosion
💫 dizzy
💬 speech comment
💭 thought
💤 zzz sleep`,
  nature: `
🐶 dog
🐱 cat
🐭 mouse
🐰 rabbit
🦊 fox
🐻 bear
🐼 panda
🐯 tiger
🦁 lion
🐷 pig
🐸 frog
🐵 monkey
🙈 see_no_evil
🐔 chicken
🐧 penguin linux
🦉 owl
🦄 unicorn
🐝 bee
🐛 bug error
🦋 butterfly
🐌 snail slow
🐢 turtle slow
🐍 snake python
🐙 octopus
🐳 whale docker
🌱 seedling grow
🌳 tree
🌵 cactus
🍀 four_leaf_clover luck
🌹 rose flower
🌻 sunflower
🌍 earth world
🌙 moon night
⭐ star favorite
🌟 glowing_star
✨ sparkles new magic
⚡ zap lightning fast
🔥 fire hot
☀️ sunny sun
🌈 rainbow
☁️ cloud
🌧️ rain
❄️ snowflake winter
☃️ snowman
🌊 ocean water`,
  food: `
🍎 apple
🍌 banana
🍓 strawberry
🍒 cherries
🍋 lemon
🍉 watermelon
🥑 avocado
🥕 carrot
🌶️ hot_pepper
🍞 bread
🧀 cheese
🍔 hamburger burger
🍟 fries
🍕 pizza
🌮 taco
🍜 ramen soup
🍣 sushi
🍦 ice_cream
🍩 doughnut
🍪 cookie
🎂 birthday cake
🍰 cake
🍫 chocolate
☕ coffee
🍵 tea
🍺 beer
🍻 beers cheers
🥂 clinking_glasses cheers
🍷 wine
🍾 champagne`,
  work: `
🎉 tada party hooray
🎊 confetti
🎈 balloon
🎁 gift present
🏆 trophy win
🥇 first_place gold medal
🏅 medal
⚽ soccer football
🎮 video_game
🎯 dart target goal
🎲 dice
🧩 puzzle
🎨 art design palette
🎵 music note
🎧 headphones
🎬 clapper movie
🚀 rocket launch ship deploy
✈️ airplane travel
🚗 car
🚲 bike
🚢 ship
🏠 house home
🏢 office
🏖️ beach vacation
🗺️ map
⌚ watch time
⏰ alarm_clock
⏳ hourglass wait
⏱️ stopwatch
📅 calendar date
📌 pushpin pin
📍 round_pin place
📎 paperclip attach
📝 memo note write
✏️ pencil edit
📚 books docs
📖 book read
📄 page document
📁 folder
📊 bar_chart report
📈 chart_up growth
📉 chart_down
📋 clipboard
📦 package box
📧 email mail
📣 megaphone announce
🔔 bell notification
🔕 no_bell mute
🔍 mag search
🔑 key
🔒 lock secure
🔓 unlock
🔨 hammer build
🔧 wrench fix
🛠️ tools
⚙️ gear settings
🔗 link
💡 bulb idea
💻 laptop computer
🖥️ desktop monitor
📱 phone mobile
📞 telephone call
📷 camera photo
🖨️ printer
💾 floppy save
🗑️ wastebasket trash delete
🧪 test_tube test
💊 pill
💰 money budget
💳 credit_card pay
🛒 cart shopping
🧹 broom cleanup`,
  symbols: `
✅ white_check_mark done yes
☑️ ballot_check done
✔️ check_mark done
❌ x cross no
❓ question
❗ exclamation important
⚠️ warning caution
🚫 prohibited no
⛔ no_entry stop
🛑 stop_sign
🚧 construction wip
🚨 rotating_light urgent alarm
🔴 red_circle
🟠 orange_circle
🟡 yellow_circle
🟢 green_circle
🔵 blue_circle
🟣 purple_circle
⚫ black_circle
⚪ white_circle
➕ plus add
➖ minus
➡️ arrow_right
⬅️ arrow_left
⬆️ arrow_up
⬇️ arrow_down
🔄 arrows_cycle refresh sync
🔁 repeat
♻️ recycle
⏸️ pause
▶️ play
⏹️ stop_button
🆕 new
🆗 ok
🆘 sos help
🔝 top
🏁 finish flag
🚩 red_flag
🏳️ white_flag
♾️ infinity
💲 dollar
©️ copyright`,
}
