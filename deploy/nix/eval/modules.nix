# A small module system: options with types, defaults and priorities, submodules, mkIf, mkMerge and mkForce. It fails on everything
# that it does not know: a misspelt option, a value of a wrong type, two different values for one option.
lib:
let
  inherit (builtins)
    all
    attrNames
    concatLists
    filter
    foldl'
    head
    isAttrs
    isFunction
    isPath
    isString
    length
    map
    mapAttrs
    ;

  shown = builtins.concatStringsSep ".";
  defaultPriority = 100;

  isProperty = kind: value: isAttrs value && (value._type or null) == kind;
  isOption = isProperty "option";

  # Conditions are moved down to the values, so that the set of defined options never depends on a condition.
  pushDown =
    value:
    if isProperty "merge" value then
      concatLists (map pushDown value.contents)
    else if isProperty "if" value || isProperty "override" value then
      map (mapAttrs (_: content: value // { inherit content; })) (pushDown value.content)
    else
      [ value ];

  discharge =
    priority: value:
    if isProperty "merge" value then
      concatLists (map (discharge priority) value.contents)
    else if isProperty "if" value then
      if value.condition then discharge priority value.content else [ ]
    else if isProperty "override" value then
      discharge value.priority value.content
    else
      [ { inherit priority value; } ];

  strongest =
    values:
    let
      best = foldl' (low: { priority, ... }: if priority < low then priority else low) 9999 values;
    in
    map (entry: entry.value) (filter ({ priority, ... }: priority == best) values);

  definedFor = name: definitions: map (set: set.${name}) (filter (set: set ? ${name}) definitions);
  namesOf = sets: attrNames (foldl' (a: b: a // b) { } sets);

  typed =
    loc: type: definitions:
    let
      values = strongest (concatLists (map (discharge defaultPriority) definitions));
    in
    if all type.check values then
      type.merge loc values
    else
      throw "option ${shown loc}: expected ${type.name}";

  valueOf =
    loc: option: definitions:
    let
      set = concatLists (map (discharge defaultPriority) definitions);
      default = lib.optional (option ? default) (lib.mkOverride 1500 option.default);
    in
    if set == [ ] && default == [ ] then
      throw "option ${shown loc} has no value"
    else
      typed loc option.type (default ++ definitions);

  mergeOptions =
    loc: trees:
    lib.genAttrs (namesOf trees) (
      name:
      let
        found = definedFor name trees;
      in
      if !isOption (head found) then
        mergeOptions (loc ++ [ name ]) found
      else if length found == 1 then
        head found
      else
        throw "option ${shown (loc ++ [ name ])} is declared twice"
    );

  evaluateTree =
    loc: freeform: tree: definitions:
    let
      sets = concatLists (map pushDown definitions);
      unknown = filter (name: !(tree ? ${name})) (namesOf sets);
    in
    mapAttrs (
      name: option:
      let
        here = loc ++ [ name ];
        found = definedFor name sets;
      in
      if isOption option then valueOf here option found else evaluateTree here null option found
    ) tree
    // (
      if unknown == [ ] then
        { }
      else if freeform == null then
        throw "option ${shown (loc ++ [ (head unknown) ])} does not exist"
      else
        lib.genAttrs unknown (name: typed (loc ++ [ name ]) freeform.element (definedFor name sets))
    );

  load =
    arguments: module:
    let
      opened = if isPath module || isString module then import module else module;
      value = if isFunction opened then opened arguments else opened;
      structured = value ? options || value ? config || value ? imports || value ? freeformType;
      own =
        if structured then
          {
            options = value.options or { };
            config = value.config or { };
            freeformType = value.freeformType or null;
          }
        else
          {
            options = { };
            config = value;
            freeformType = null;
          };
      # As in nixpkgs: if `imports` is the only keyword, the rest is configuration.
      rest = if structured && !(value ? options || value ? config || value ? freeformType) then removeAttrs value [ "imports" ] else own.config;
    in
    [ (own // { config = rest; }) ] ++ concatLists (map (load arguments) (value.imports or [ ]));

  evalModules =
    {
      modules,
      prefix ? [ ],
    }:
    let
      arguments = {
        inherit config lib;
        pkgs = config._module.args.pkgs;
      };
      loaded = concatLists (map (load arguments) modules);
      freeform = filter (type: type != null) (map (module: module.freeformType) loaded);
      config = evaluateTree prefix (if freeform == [ ] then null else head freeform) (mergeOptions prefix (
        map (module: module.options) loaded
      )) (map (module: module.config) loaded);
    in
    {
      inherit config;
    };

  byName =
    element: loc: sets:
    let
      named = lib.genAttrs (namesOf sets) (name: definedFor name sets);
      present = filter (name: concatLists (map (discharge defaultPriority) named.${name}) != [ ]) (attrNames named);
    in
    lib.genAttrs present (name: typed (loc ++ [ name ]) element named.${name});

  types = import ./types.nix { inherit byName evalModules lib; };
in
{
  inherit evalModules types;
  literalExpression = text: text;
  mkEnableOption =
    what:
    lib.mkOption {
      type = types.bool;
      default = false;
      description = "Whether to enable ${what}.";
    };
  mkForce = lib.mkOverride 50;
  mkIf = condition: content: {
    _type = "if";
    inherit condition content;
  };
  mkMerge = contents: {
    _type = "merge";
    inherit contents;
  };
  # An option without a type or a description counts as a fault of the module.
  mkOption =
    { type, description, ... }@option:
    option // { _type = "option"; };
  mkOverride = priority: content: {
    _type = "override";
    inherit priority content;
  };
}
