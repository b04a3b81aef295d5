/** Slack names emoji by words; these are the ones people use most. Name, emoji, name, emoji … */
const common =
  '+1 👍 thumbsup 👍 -1 👎 thumbsdown 👎 ok_hand 👌 clap 👏 raised_hands 🙌 pray 🙏 wave 👋 muscle 💪 point_up ☝️ ' +
  'point_up_2 👆 point_down 👇 point_left 👈 point_right 👉 v ✌️ handshake 🤝 crossed_fingers 🤞 call_me_hand 🤙 ' +
  'raised_hand ✋ hand ✋ fist ✊ facepunch 👊 punch 👊 writing_hand ✍️ eyes 👀 brain 🧠 smile 😄 smiley 😃 grinning 😀 ' +
  'grin 😁 laughing 😆 satisfied 😆 joy 😂 rolling_on_the_floor_laughing 🤣 sweat_smile 😅 blush 😊 innocent 😇 ' +
  'slightly_smiling_face 🙂 upside_down_face 🙃 wink 😉 heart_eyes 😍 kissing_heart 😘 star-struck 🤩 ' +
  'stuck_out_tongue 😛 stuck_out_tongue_winking_eye 😜 hugging_face 🤗 thinking_face 🤔 face_with_raised_eyebrow 🤨 ' +
  'neutral_face 😐 expressionless 😑 no_mouth 😶 smirk 😏 unamused 😒 face_with_rolling_eyes 🙄 grimacing 😬 ' +
  'relieved 😌 pensive 😔 sleepy 😪 sleeping 😴 mask 😷 exploding_head 🤯 partying_face 🥳 sunglasses 😎 nerd_face 🤓 ' +
  'confused 😕 worried 😟 slightly_frowning_face 🙁 white_frowning_face ☹️ open_mouth 😮 hushed 😯 astonished 😲 ' +
  'flushed 😳 pleading_face 🥺 fearful 😨 cold_sweat 😰 cry 😢 sob 😭 scream 😱 disappointed 😞 sweat 😓 weary 😩 ' +
  'tired_face 😫 triumph 😤 rage 😡 angry 😠 skull 💀 poop 💩 hankey 💩 clown_face 🤡 ghost 👻 robot_face 🤖 ' +
  'saluting_face 🫡 melting_face 🫠 face_palm 🤦 shrug 🤷 see_no_evil 🙈 heart ❤️ orange_heart 🧡 yellow_heart 💛 ' +
  'green_heart 💚 blue_heart 💙 purple_heart 💜 black_heart 🖤 white_heart 🤍 broken_heart 💔 sparkling_heart 💖 ' +
  'two_hearts 💕 100 💯 boom 💥 collision 💥 fire 🔥 sparkles ✨ star ⭐ star2 🌟 dizzy 💫 zap ⚡ sunny ☀️ rainbow 🌈 ' +
  'snowflake ❄️ tada 🎉 confetti_ball 🎊 balloon 🎈 gift 🎁 birthday 🎂 cake 🍰 trophy 🏆 medal 🏅 first_place_medal 🥇 ' +
  'dart 🎯 rocket 🚀 bulb 💡 bell 🔔 mega 📣 loudspeaker 📢 email 📧 inbox_tray 📥 package 📦 calendar 📆 date 📅 ' +
  'memo 📝 pencil 📝 pencil2 ✏️ pushpin 📌 round_pushpin 📍 paperclip 📎 link 🔗 mag 🔍 lock 🔒 key 🔑 gear ⚙️ wrench 🔧 ' +
  'hammer 🔨 bug 🐛 computer 💻 iphone 📱 phone ☎️ telephone_receiver 📞 chart_with_upwards_trend 📈 ' +
  'chart_with_downwards_trend 📉 moneybag 💰 credit_card 💳 shopping_trolley 🛒 house 🏠 car 🚗 airplane ✈️ coffee ☕ ' +
  'beer 🍺 beers 🍻 pizza 🍕 hourglass ⌛ hourglass_flowing_sand ⏳ alarm_clock ⏰ stopwatch ⏱️ white_check_mark ✅ ' +
  'heavy_check_mark ✔️ ballot_box_with_check ☑️ x ❌ no_entry ⛔ no_entry_sign 🚫 warning ⚠️ rotating_light 🚨 sos 🆘 ' +
  'question ❓ grey_question ❔ exclamation ❗ heavy_exclamation_mark ❗ bangbang ‼️ heavy_plus_sign ➕ ' +
  'heavy_minus_sign ➖ arrow_up ⬆️ arrow_down ⬇️ arrow_left ⬅️ arrow_right ➡️ arrows_counterclockwise 🔄 recycle ♻️ new 🆕 ' +
  'red_circle 🔴 large_green_circle 🟢 large_yellow_circle 🟡 large_blue_circle 🔵 white_circle ⚪ black_circle ⚫ ' +
  'checkered_flag 🏁 triangular_flag_on_post 🚩 one 1️⃣ two 2️⃣ three 3️⃣ four 4️⃣ five 5️⃣'

const words = common.split(' ')
const known = new Map(
  words.flatMap((name, index) => (index % 2 === 0 ? [[name, words[index + 1] ?? '']] : [])),
)

/** The five tones, 2 to 6 in Slack's names. */
const tones = ['🏻', '🏼', '🏽', '🏾', '🏿']
const variant = '\ufe0f'

/**
 * The emoji of one of Slack's names, `thumbsup` or `thumbsup::skin-tone-3`; `:name:` where it is a workspace's own or
 * not among the common ones.
 */
export function emojiOf(name: string): string {
  const [base = '', tone] = name.split('::')
  const emoji = known.get(base)
  if (emoji === undefined) return `:${name}:`
  const skin = tone?.startsWith('skin-tone-') ? tones[Number(tone.slice(-1)) - 2] : undefined
  return skin === undefined ? emoji : emoji.replace(variant, '') + skin
}
