-- Arbitre in Tabletop Simulator. Paste this at the end of the Global script, and set the two lines below.
-- In the chat: !rule 13.17   !ask can tanks attack woods?   !options (with a counter selected)
Arbitre = {
  service = "http://127.0.0.1:8000",
  game = "sitw",
  lang = "en",
  tag = "arbitre",     -- counters that carry this tag are units; their GM notes hold what they are, as JSON
  facts = {},          -- what the counters do not tell: { turn = 3, phase = "regular-movement", weather = "dry" }
}

local WORDS = {
  en = {
    failed = "The umpire cannot be reached: ", select = "Select one counter first.", notes = "Its GM notes hold no unit (JSON).",
    moves = "may move to ", attacks = "may attack ", barred = "may not enter ", nothing = "can do nothing that is known.",
    missing = "Missing: ", legal = "Legal", illegal = "Illegal", undetermined = "Undetermined",
  },
  fr = {
    failed = "L'arbitre est injoignable : ", select = "Sélectionnez d'abord un pion.", notes = "Ses notes de MJ ne disent pas son unité (JSON).",
    moves = "peut aller en ", attacks = "peut attaquer ", barred = "ne peut entrer en ", nothing = "ne peut rien faire de connu.",
    missing = "Il manque : ", legal = "Permis", illegal = "Interdit", undetermined = "Indéterminé",
  },
}

local function say(key) return (WORDS[Arbitre.lang] or WORDS.en)[key] end
local function told(said) return said and (said[Arbitre.lang] or said.en) or "" end
local function numberOf(id) return (tostring(id):gsub("^.-:", "")) end

local function encoded(text)
  return (tostring(text):gsub("[^%w%-%._~]", function(letter) return string.format("%%%02X", string.byte(letter)) end))
end

-- What was answered, or nil and why. A refusal of the service comes as an error whose text still tells the reason.
local function read(request)
  local is_json, found = pcall(JSON.decode, request.text or "")
  if not is_json or type(found) ~= "table" then return nil, say("failed") .. tostring(request.error or request.text) end
  if request.is_error or found.status then return nil, tostring(found.detail or found.title or request.error) end
  return found
end

local function get(path, done)
  WebRequest.get(Arbitre.service .. path, function(request) done(read(request)) end)
end

-- WebRequest.post makes a form of what it is given, so that JSON goes through WebRequest.custom.
-- Where that is missing (old versions), the JSON travels as the one field of a form, which the service reads too.
local function post(path, asked, done)
  local answered = function(request) done(read(request)) end
  if WebRequest.custom then
    local headers = { ["Content-Type"] = "application/json", Accept = "application/json" }
    WebRequest.custom(Arbitre.service .. path, "POST", true, JSON.encode(asked), headers, answered)
  else
    WebRequest.post(Arbitre.service .. path, { json = JSON.encode(asked) }, answered)
  end
end

-- One case: done(case) with number, title and text in both languages, or done(nil, why).
function Arbitre.rule(number, done)
  get("/embed/games/" .. encoded(Arbitre.game) .. "/cases/" .. encoded(number), done)
end

-- A question in words: done(answer), or done(nil, why).
function Arbitre.ask(question, done)
  post("/v1/ask", { question = question, game = Arbitre.game }, done)
end

-- The ruling on an action in a position.
function Arbitre.check(position, action, done)
  post("/v1/check", { position = position, action = action, assume = "ordinary" }, done)
end

-- Everything that a unit may legally do.
function Arbitre.options(position, unit, done)
  post("/v1/options", { position = position, unit = unit, assume = "ordinary" }, done)
end

-- The hex of a counter. By default the one in its GM notes: put your own function here if your table has a grid.
function Arbitre.hexOf(object, unit) return unit.hex end

-- What a counter is, from its GM notes; nil where they do not say.
function Arbitre.unitOf(object)
  local is_json, unit = pcall(JSON.decode, object.getGMNotes())
  if not is_json or type(unit) ~= "table" then return nil end
  unit.id = unit.id or object.getGUID()
  unit.hex = Arbitre.hexOf(object, unit)
  return unit
end

-- The table: every tagged counter that lies face up. A counter that lies face down is not told.
function Arbitre.position()
  local position = { game = Arbitre.game, units = {} }
  for key, value in pairs(Arbitre.facts) do position[key] = value end
  for _, object in ipairs(getObjectsWithTag(Arbitre.tag)) do
    local unit = not object.is_face_down and Arbitre.unitOf(object) or nil
    if unit then table.insert(position.units, unit) end
  end
  return position
end

local function list(title, items)
  return #items > 0 and (title .. table.concat(items, ", ")) or nil
end

local function optionLines(found)
  local moves, attacks, barred, missing = {}, {}, {}, {}
  for _, move in ipairs(found.moves) do table.insert(moves, move.to .. " (" .. move.cost .. ")") end
  for _, attack in ipairs(found.attacks) do table.insert(attacks, attack.target .. " " .. say(attack.verdict)) end
  for _, each in ipairs(found.barred) do table.insert(barred, each.hex .. " [" .. numberOf(each.cases[1]) .. "]") end
  for _, each in ipairs(found.missing) do table.insert(missing, each.fact) end
  local lines = {}
  for _, line in ipairs({ list(say("moves"), moves) or "", list(say("attacks"), attacks) or "",
                          list(say("barred"), barred) or "", list(say("missing"), missing) or "" }) do
    if line ~= "" then table.insert(lines, line) end
  end
  return #lines > 0 and table.concat(lines, "\n") or say("nothing")
end

local function answerLines(found)
  local lines = { found.verdict and say(found.verdict) or nil, told(found.answer) }
  local cites = {}
  for _, cited in ipairs(found.cites or {}) do table.insert(cites, "[" .. numberOf(cited.id) .. "] " .. told(cited.title)) end
  return table.concat({ lines[1] or "", lines[2] or "", table.concat(cites, "; ") }, "\n")
end

local COMMANDS = {
  rule = function(rest, tell)
    Arbitre.rule(rest, function(found, why)
      tell(found and ("[" .. found.number .. "] " .. told(found.title) .. "\n" .. told(found.text)) or why)
    end)
  end,
  ask = function(rest, tell)
    Arbitre.ask(rest, function(found, why) tell(found and answerLines(found) or why) end)
  end,
  options = function(_, tell, player)
    local selected = player.getSelectedObjects()
    if #selected ~= 1 then return tell(say("select")) end
    local unit = Arbitre.unitOf(selected[1])
    if not unit then return tell(say("notes")) end
    Arbitre.options(Arbitre.position(), unit.id, function(found, why)
      tell(found and (unit.id .. " " .. optionLines(found)) or why)
    end)
  end,
}

-- Call this from your own onChat if you have one: it returns false where it took the message.
function Arbitre.onChat(message, player)
  local name, rest = message:match("^!(%a+)%s*(.-)%s*$")
  local command = name and COMMANDS[name:lower()]
  if not command then return true end
  command(rest, function(text) printToColor(text, player.color, { 0.8, 0.9, 0.8 }) end, player)
  return false
end

if not onChat then
  function onChat(message, player) return Arbitre.onChat(message, player) end
end
