/// The words of the search results. A few are not ASCII, as in real data.
enum SearchWords {
  static let words: [String] = """
    about above after again air almost along always amber ample anchor answer april arrow august autumn away bakery
    balance bamboo banana barley basket beach because before below berry better between bicycle bird bitter blossom blue
    board boat book border bottle branch bread breeze bridge bright brook brown bucket butter café candle canvas captain
    carrot castle cedar cellar cherry chestnut cider cinnamon circle citrus city clear climb cloud clover coast coffee
    cold color copper corner cotton country cream crisp crumble current dairy dance dawn december deep delight desert
    dinner distant dough down dragon dream drink early earth east easy eight eleven ember empty engine evening every
    family famous farm feather fennel field fig finger fire first five flavor flower forest four fresh friend frost fruit
    future garden garlic gentle ginger glass gold good grain grape grass gravel great green ground grove half hammer
    harbor harvest hazel heart heavy hello herb high hill holiday honey house hundred ice idea indigo island ivory
    jasmine juice july june juniper kettle kitchen knife lake large late laurel lavender leaf lemon lentil letter light
    lime linen little long lunch machine maple march market marmalade meadow melon midnight milk mint mirror monday
    moon morning moss mountain music mustard naïve narrow near never new night nine noon north november nut oak oat ocean
    october olive onion open orange orchard oregano other oven over oyster paper parsley past pastry peach pear pepper
    piano pine plain plum pocket pond poppy potato press pretty pumpkin purple quarter quick quiet quince rain raisin
    red remember rhubarb rice ripe river road roast rose round rye saffron sage salt saturday sauce school sea season
    second seed seven shadow sharp shore short silver simple six sky slice slow small smoke smooth snow soft song sour
    south spice spoon spring square squash star steam stone storm story straw street strong sugar summer sun sunday
    supper sweet table tea ten thousand three thunder thursday thyme today tomato tomorrow tree tuesday turnip twelve
    two umbrella under valley vanilla velvet village vine violet walnut warm water wednesday west wheat white wild wind
    window winter wish wonder wood wool yellow yesterday young zest über Ångström 東京 🍎
    """.split(whereSeparator: \.isWhitespace).map { String($0) }
}
